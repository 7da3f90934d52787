import { Clock, randomToken, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Mails } from '../mail/mails.ts'
import { hashToken } from '../sessions/session.entity.ts'
import type { User } from '../users/user.entity.ts'

/** The first matching pattern names the browser, because the user agents of most browsers also contain the names of other browsers. */
const BROWSER_PATTERNS: [RegExp, string][] = [
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|Chromium|HeadlessChrome|CriOS)\//, 'Chrome'],
  [/Version\/[\d.]+.*Safari\//, 'Safari'],
]
const SYSTEM_PATTERNS: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]
const findFirstMatch = (table: [RegExp, string][], text: string): string | undefined =>
  table.find(([pattern]) => pattern.test(text))?.[1]

/** Returns the browser and the operating system, such as 'Safari on iPhone'. If one of them is unknown, returns only the other. */
export function describeDevice(userAgent: string | null | undefined): string {
  const [browser, system] = [
    findFirstMatch(BROWSER_PATTERNS, userAgent ?? ''),
    findFirstMatch(SYSTEM_PATTERNS, userAgent ?? ''),
  ]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}

/** The browser and the network address of a sign-in. `device` is the value of the device cookie, or undefined if the browser sent none. */
export type SignInClient = { userAgent?: string; address?: string; device?: string }

/**
 * Remembers the browsers with which each user has signed in, and recognizes them by a cookie. A sign-in with a new browser queues a mail.
 */
@Injectable()
export class Devices {
  constructor(
    private readonly mails: Mails,
    private readonly clock: Clock,
  ) {}

  /**
   * Records that a user signed in with this browser, and returns the value of the device cookie. Returns undefined without recording if
   * mail is not set up.
   */
  async record(tx: Tx, user: User, client: SignInClient): Promise<string | undefined> {
    if (!this.mails.isSetUp) return undefined
    const now = this.clock.now()
    const deviceToken = client.device ?? randomToken()
    const knownDevices = await tx.sql<{ is_current: boolean }>(
      'SELECT token_hash = $2 AS is_current FROM devices WHERE user_id = $1 ORDER BY 1 DESC LIMIT 1',
      [user.id, hashToken(deviceToken)],
    )
    tx.send(
      `INSERT INTO devices (user_id, token_hash, seen_at) VALUES ($1, $2, $3)
       ON CONFLICT (user_id, token_hash) DO UPDATE SET seen_at = EXCLUDED.seen_at`,
      [user.id, hashToken(deviceToken), now],
    )
    // the first sign-in of an account is expected, so it causes no mail
    if (knownDevices[0]?.is_current === false) this.queueNewDeviceMail(tx, user, client, now)
    return deviceToken
  }

  private queueNewDeviceMail(tx: Tx, { id, email }: User, { userAgent, address = '' }: SignInClient, now: Date): void {
    const data = { device: describeDevice(userAgent), address, at: now.toISOString() }
    this.mails.queue(tx, { kind: 'new_sign_in', userId: id, recipient: email, data })
  }
}
