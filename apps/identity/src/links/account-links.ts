import {
  MAX_ATTEMPTS_PER_ADDRESS,
  errors,
  INVITATION_VALID_DAYS,
  ACCOUNT_LINK_VALID_MINUTES,
  DAY_MS,
} from '@daymark/contracts'
import { Clock, Database, failureKey, FailureLimiter, networkOf, PlatformConfig, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { createHmac, randomUUIDv7 } from 'node:crypto'
import { accountFailureKey } from '../passwords/password-verifier.ts'
import { hashToken } from '../sessions/session.entity.ts'

/** `password` resets a forgotten password, `email` confirms a new address, and `invitation` sets the first password of an account. */
type LinkPurpose = 'password' | 'email' | 'invitation'
const CONFIRMATION_LIFETIME_MS = ACCOUNT_LINK_VALID_MINUTES * 60_000
const LIFETIME_MS_BY_PURPOSE: Record<LinkPurpose, number> = {
  password: CONFIRMATION_LIFETIME_MS,
  email: CONFIRMATION_LIFETIME_MS,
  invitation: INVITATION_VALID_DAYS * DAY_MS,
}

type AccountLink = { id: string; userId: string; email: string | null }
type NewAccountLink = { userId: string; purpose: LinkPurpose; email?: string }

/**
 * Creates and uses links that are sent by mail and can be used once. The token of a link is derived from the id of the link and the secret
 * of the installation, and the database stores only a hash of the token. Therefore neither the database nor a queued mail contains a
 * credential.
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

  /** Creates a link and returns its id. `tokenOf` computes the token from the id when the mail is sent. */
  create(tx: Tx, { userId, purpose, email }: NewAccountLink): string {
    const [id, now] = [randomUUIDv7(), this.clock.now()]
    tx.send(
      `INSERT INTO account_links (id, user_id, purpose, token_hash, email, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [id, userId, purpose, hashToken(this.tokenOf(id)), email ?? null, now, this.expiryDate(now, purpose)],
    )
    return id
  }

  /** Starts the lifetime of a link when its mail is sent. Returns false if the link does not exist any more. */
  async startLifetime(linkId: string): Promise<boolean> {
    const now = this.clock.now()
    return this.db.commit(async tx => {
      const selectPurpose = 'SELECT purpose FROM account_links WHERE id = $1 FOR UPDATE'
      const [link] = await tx.sql<{ purpose: LinkPurpose }>(selectPurpose, [linkId])
      if (!link) return false
      tx.send('UPDATE account_links SET expires_at = $2 WHERE id = $1', [linkId, this.expiryDate(now, link.purpose)])
      return true
    })
  }

  /** Finds an unexpired link by its token without using it, so that slow work can precede its use. */
  async find(purposes: LinkPurpose[], token: string): Promise<AccountLink | undefined> {
    const sql = `SELECT id, user_id AS "userId", email FROM account_links
                 WHERE token_hash = $1 AND purpose = ANY($2) AND expires_at > $3`
    return (await this.db.sql<AccountLink>(sql, [hashToken(token), purposes, this.clock.now()]))[0]
  }

  /** Deletes the link, so that one of two concurrent requests succeeds. Throws MAIL_LINK_GONE in the other request. */
  async use(tx: Tx, { id }: AccountLink): Promise<void> {
    const deleted = await tx.sql('DELETE FROM account_links WHERE id = $1 RETURNING id', [id])
    if (!deleted.length) throw errors.MAIL_LINK_GONE()
  }

  /** Deletes all links of a user for one purpose. */
  deleteAll(tx: Tx, userId: string, purpose: LinkPurpose): void {
    tx.send('DELETE FROM account_links WHERE user_id = $1 AND purpose = $2', [userId, purpose])
  }

  private expiryDate(now: Date, purpose: LinkPurpose): Date {
    return new Date(+now + LIFETIME_MS_BY_PURPOSE[purpose])
  }
}

type LinkAttempt = { token: string; address: string }

/** Finds links from mails by their tokens, and limits how many wrong tokens one network address may send. */
@Injectable()
export class AccountLinkVerifier {
  constructor(
    private readonly links: AccountLinks,
    private readonly limiter: FailureLimiter,
  ) {}

  /**
   * Returns the link without using it. Throws MAIL_LINK_GONE for a used, expired or unknown token, and TOO_MANY_REQUESTS beyond the limit.
   */
  async find(purposes: LinkPurpose[], { token, address }: LinkAttempt): Promise<AccountLink> {
    const keys = [{ key: failureKey('link', networkOf(address)), attempts: MAX_ATTEMPTS_PER_ADDRESS }]
    await this.limiter.assertBelowLimit(keys)
    const link = await this.links.find(purposes, token)
    if (!link) throw await this.limiter.countFailure(keys, errors.MAIL_LINK_GONE())
    return link
  }

  /**
   * Uses the link, in the transaction that acts on it. Also resets the failed sign-ins of the account, because users who forgot a password
   * are often locked out.
   */
  async use(tx: Tx, link: AccountLink): Promise<void> {
    await this.links.use(tx, link)
    await this.limiter.resetFailures(tx, accountFailureKey(link.userId))
  }
}
