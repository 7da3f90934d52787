import { Clock, Database } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { AccountLinks } from '../../links/account-links.ts'
import { findByName } from '../../users/users.ts'
import type { WaitingMail } from '../mails.ts'

const HOUR_MS = 3_600_000
/** Mails that strangers can trigger for one account. */
const PER_HOUR = 3
const PER_DAY = 10

/**
 * A name was typed at 'Forgot password?'. The account is looked up here and not during the request, so that the response takes the
 * same time for an unknown name.
 */
@Injectable()
export class ResetRequests {
  constructor(
    private readonly db: Database,
    private readonly links: AccountLinks,
    private readonly clock: Clock,
  ) {}

  /** The mail with its link; undefined for an unknown name or if the limit is reached. */
  async resolve(mail: WaitingMail): Promise<WaitingMail | undefined> {
    const user = await findByName(this.db.em, mail.recipient)
    if (!user || user.isShutOut) return undefined
    return this.db.commit(async tx => {
      // the lock serializes concurrent requests, so that they do not exceed the limit
      await tx.sql('SELECT id FROM users WHERE id = $1 FOR UPDATE', [user.id])
      const now = +this.clock.now()
      const [counts] = await tx.sql<{ hour: number; day: number }>(
        `SELECT count(*) FILTER (WHERE created_at > $2)::int AS hour, count(*)::int AS day
         FROM account_links WHERE user_id = $1 AND purpose = 'password' AND created_at > $3`,
        [user.id, new Date(now - HOUR_MS), new Date(now - 24 * HOUR_MS)],
      )
      if (!counts || counts.hour >= PER_HOUR || counts.day >= PER_DAY) return undefined
      const data = { linkId: this.links.make(tx, { userId: user.id, purpose: 'password' }) }
      const addressed = { userId: user.id, recipient: user.email, data }
      // mail and link in one commit, so that a crash neither loses the link nor creates a second one
      void tx.sql('UPDATE mails SET user_id = $2, recipient = $3, data = $4 WHERE id = $1', [
        ...[mail.id, addressed.userId, addressed.recipient, JSON.stringify(data)],
      ])
      return { ...mail, ...addressed }
    })
  }
}
