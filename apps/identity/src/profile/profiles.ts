import { errors, type ProfileView } from '@daymark/contracts'
import { Clock, Database } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Mails } from '../mail/mails.ts'
import { User } from '../users/user.entity.ts'

/** The profile of the signed-in user. */
@Injectable()
export class Profiles {
  constructor(
    private readonly db: Database,
    private readonly mails: Mails,
    private readonly clock: Clock,
  ) {}

  async of(userId: string): Promise<ProfileView> {
    const [user, pending] = await Promise.all([
      this.db.repository(User).findOneBy({ id: userId }),
      this.db.sql<{ email: string }>(
        `SELECT email FROM account_links WHERE user_id = $1 AND purpose = 'email' AND expires_at > $2
         ORDER BY created_at DESC LIMIT 1`,
        [userId, this.clock.now()],
      ),
    ])
    if (!user) throw errors.NO_SESSION()
    const { email, displayName, timeZone, browserZone, language } = user
    const waiting = pending[0]?.email ?? null
    const mailSetUp = this.mails.isSetUp
    return { displayName, username: email, email, pendingEmail: waiting, timeZone, browserZone, language, mailSetUp }
  }
}
