import { errors, type ProfileView } from '@daymark/contracts'
import { Clock, Database } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Mails } from '../mail/mails.ts'
import { User } from '../users/user.entity.ts'

/** The canonical name of a time zone. */
export function parseTimeZone(name: string | null): string | null {
  return (
    name &&
    toCanonicalName('time zone', () => new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone)
  )
}
export function isTimeZone(name: string): boolean {
  try {
    return parseTimeZone(name) !== null
  } catch {
    return false
  }
}
/** A language tag, such as en-GB. */
export function parseLanguage(tag: string | null): string | null {
  return tag && toCanonicalName('language', () => Intl.getCanonicalLocales(tag)[0] ?? tag)
}

function toCanonicalName(field: string, read: () => string): string {
  try {
    return read()
  } catch {
    throw errors.INVALID_INPUT({ reason: `Unknown ${field}.` })
  }
}

/** The profile of the signed-in user. */
@Injectable()
export class Profiles {
  constructor(
    private readonly db: Database,
    private readonly mails: Mails,
    private readonly clock: Clock,
  ) {}

  async get(userId: string): Promise<ProfileView> {
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
