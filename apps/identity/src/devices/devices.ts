import { Clock, randomToken, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Mails } from '../mail/mails.ts'
import { hashToken } from '../sessions/session.entity.ts'
import type { User } from '../users/user.entity.ts'
import { deviceName } from './device-name.ts'

/** Where a sign-in comes from. */
export type Client = { userAgent?: string; address?: string; device?: string }

/** Browsers that a user has signed in with, recognized by a cookie. A sign-in with a new browser sends a mail. */
@Injectable()
export class Devices {
  constructor(
    private readonly mails: Mails,
    private readonly clock: Clock,
  ) {}

  /** Records the browser and returns the value of its cookie; undefined if no mail is set up. */
  async record(tx: Tx, user: User, client: Client): Promise<string | undefined> {
    if (!this.mails.isSetUp) return undefined
    const now = this.clock.now()
    const device = client.device ?? randomToken()
    const before = await tx.sql<{ is_this: boolean }>(
      'SELECT token_hash = $2 AS is_this FROM devices WHERE user_id = $1 ORDER BY 1 DESC LIMIT 1',
      [user.id, hashToken(device)],
    )
    void tx.sql(
      `INSERT INTO devices (user_id, token_hash, seen_at) VALUES ($1, $2, $3)
       ON CONFLICT (user_id, token_hash) DO UPDATE SET seen_at = EXCLUDED.seen_at`,
      [user.id, hashToken(device), now],
    )
    // no mail for the first browser of an account
    if (before[0]?.is_this === false) this.mailNewDevice(tx, user, client, now)
    return device
  }

  private mailNewDevice(tx: Tx, { id, email }: User, { userAgent, address = '' }: Client, now: Date): void {
    const data = { device: deviceName(userAgent), address, at: now.toISOString() }
    this.mails.post(tx, { kind: 'new_sign_in', userId: id, recipient: email, data })
  }
}
