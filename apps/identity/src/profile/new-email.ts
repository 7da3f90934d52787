import { type Actor, errors } from '@daymark/contracts'
import { Database, FailureLimiter, failureKey, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { AccountLinks } from '../links/account-links.ts'
import { Mails } from '../mail/mails.ts'
import { auditTargetOf } from '../users/users.ts'
import type { User } from '../users/user.entity.ts'

/**
 * Maximum number of address changes that one account can request within 15 minutes, because each request sends a mail to an address of the
 * user's choice.
 */
const MAX_CHANGE_REQUESTS = 5
const UNIQUE_VIOLATION = '23505'

/** Changes the email address of a user, which is also the username. */
@Injectable()
export class EmailChange {
  constructor(
    private readonly db: Database,
    private readonly links: AccountLinks,
    private readonly mails: Mails,
    private readonly limiter: FailureLimiter,
  ) {}

  /**
   * Requests or applies the change. If mail is set up, a link is sent to the new address and a notice to the old address; otherwise the
   * address is changed immediately.
   *
   * `lockUser` locks the user in the given transaction.
   */
  async requestChange(actor: Actor, email: string, lockUser: (tx: Tx) => Promise<User>): Promise<void> {
    const { userId } = actor
    if (!this.mails.isSetUp) return this.commit(async tx => this.applyChange(tx, await lockUser(tx), email, actor))
    await this.limiter.countAttempt([{ key: failureKey('new-email', userId), attempts: MAX_CHANGE_REQUESTS }])
    await this.db.commit(async tx => {
      const { email: oldEmail } = await lockUser(tx)
      this.links.deleteAll(tx, userId, 'email')
      const linkId = this.links.create(tx, { userId, purpose: 'email', email })
      this.mails.queue(tx, { kind: 'email_confirm', userId, recipient: email, data: { linkId, email } })
      this.mails.queue(tx, { kind: 'email_requested', userId, recipient: oldEmail, data: { email } })
    })
  }

  /**
   * Runs `work` in a transaction. Throws EMAIL_TAKEN if `work` saves the address of another user, including a user whom a concurrent
   * request saved.
   */
  async commit(work: (tx: Tx) => Promise<void>): Promise<void> {
    try {
      await this.db.commit(work)
    } catch (error) {
      if ((error as { code?: unknown }).code === UNIQUE_VIOLATION) throw errors.EMAIL_TAKEN()
      throw error
    }
  }

  /** Saves the new address, queues a notice to the old address, and deletes reset links that were sent to the old address. */
  async applyChange(tx: Tx, { id, email: oldEmail }: User, email: string, actor: Actor): Promise<void> {
    await tx.sql('UPDATE users SET email = $2 WHERE id = $1', [id, email])
    tx.audit(actor, 'user.email-changed', auditTargetOf({ id, email }), { from: oldEmail })
    this.links.deleteAll(tx, id, 'password')
    this.mails.queue(tx, { kind: 'email_changed', userId: id, recipient: oldEmail, data: { email } })
  }
}
