import { createHmac, randomUUIDv7 } from 'node:crypto'
import { errors, INVITATION_DAYS, LINK_MINUTES } from '@daymark/contracts'
import { Clock, Database, PlatformConfig, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { hashToken } from '../sessions/session.entity.ts'

/** `invitation` sets the first password of an account. */
export type Purpose = 'password' | 'email' | 'invitation'
const HOUR_MS = LINK_MINUTES * 60_000
const LIFETIME_MS: Record<Purpose, number> = {
  password: HOUR_MS,
  email: HOUR_MS,
  invitation: INVITATION_DAYS * 86_400_000,
}

export type AccountLink = { id: string; userId: string; email: string | null }
type NewLink = { userId: string; purpose: Purpose; email?: string }

/**
 * Links that are sent by mail and work once. The token derives from the id and the secret of the installation, and only its hash is
 * stored, so neither the database nor a pending mail contains a credential.
 */
@Injectable()
export class AccountLinks {
  private readonly key: Buffer
  constructor(
    platform: PlatformConfig,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {
    this.key = createHmac('sha256', platform.secret).update('account-link').digest()
  }

  tokenOf(linkId: string): string {
    return createHmac('sha256', this.key).update(linkId).digest('base64url')
  }

  /** Returns the id of the link. The token is created when the mail is sent. */
  make(tx: Tx, { userId, purpose, email }: NewLink): string {
    const [id, now] = [randomUUIDv7(), this.clock.now()]
    void tx.sql(
      `INSERT INTO account_links (id, user_id, purpose, token_hash, email, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [id, userId, purpose, hashToken(this.tokenOf(id)), email ?? null, now, this.expiry(now, purpose)],
    )
    return id
  }

  /** Starts the lifetime of the link, when its mail is sent. */
  async begin(linkId: string): Promise<boolean> {
    const now = this.clock.now()
    return this.db.commit(async tx => {
      const find = 'SELECT purpose FROM account_links WHERE id = $1 FOR UPDATE'
      const [link] = await tx.sql<{ purpose: Purpose }>(find, [linkId])
      if (!link) return false
      void tx.sql('UPDATE account_links SET expires_at = $2 WHERE id = $1', [linkId, this.expiry(now, link.purpose)])
      return true
    })
  }

  /** Finds the link without using it, before slow work. */
  async find(purposes: Purpose[], token: string): Promise<AccountLink | undefined> {
    const sql = `SELECT id, user_id AS "userId", email FROM account_links
                 WHERE token_hash = $1 AND purpose = ANY($2) AND expires_at > $3`
    return (await this.db.sql<AccountLink>(sql, [hashToken(token), purposes, this.clock.now()]))[0]
  }

  /** Uses the link; one of two concurrent requests succeeds. */
  async use(tx: Tx, { id }: AccountLink): Promise<void> {
    const deleted = await tx.sql('DELETE FROM account_links WHERE id = $1 RETURNING id', [id])
    if (!deleted.length) throw errors.MAIL_LINK_GONE()
  }

  /** Ends all links of that purpose. */
  forget(tx: Tx, userId: string, purpose: Purpose): void {
    void tx.sql('DELETE FROM account_links WHERE user_id = $1 AND purpose = $2', [userId, purpose])
  }

  private expiry(now: Date, purpose: Purpose): Date {
    return new Date(+now + LIFETIME_MS[purpose])
  }
}
