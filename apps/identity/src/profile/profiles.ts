import { errors, type ProfileView } from '@daymark/contracts'
import { Clock, Database } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Mails } from '../mail/mails.ts'
import { User } from '../users/user.entity.ts'

/** Returns the canonical name of a time zone, or null for null or an empty text. Throws INVALID_INPUT for an unknown zone. */
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
/** Returns the canonical form of a language tag, such as en-GB. Throws INVALID_INPUT for an invalid tag. */
export function parseLanguage(tag: string | null): string | null {
  return tag && toCanonicalName('language', () => Intl.getCanonicalLocales(tag)[0] ?? tag)
}

function toCanonicalName(field: string, canonicalize: () => string): string {
  try {
    return canonicalize()
  } catch {
    throw errors.INVALID_INPUT({ reason: `Unknown ${field}.` })
  }
}

/** Reads the profile of a user, including a new email address that is not confirmed yet. */
@Injectable()
export class Profiles {
  constructor(
    private readonly db: Database,
    private readonly mails: Mails,
    private readonly clock: Clock,
  ) {}

  async get(userId: string): Promise<ProfileView> {
    const [user, pendingLinks] = await Promise.all([
      this.db.repository(User).findOneBy({ id: userId }),
      this.db.sql<{ email: string }>(
        `SELECT email FROM account_links WHERE user_id = $1 AND purpose = 'email' AND expires_at > $2
         ORDER BY created_at DESC LIMIT 1`,
        [userId, this.clock.now()],
      ),
    ])
    if (!user) throw errors.NO_SESSION()
    const { email, displayName, timeZone, browserZone, language } = user
    const pendingEmail = pendingLinks[0]?.email ?? null
    const mailSetUp = this.mails.isSetUp
    return { displayName, username: email, email, pendingEmail, timeZone, browserZone, language, mailSetUp }
  }
}
