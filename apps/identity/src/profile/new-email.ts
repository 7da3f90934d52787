import { auditArgs, type Actor, errors, identityAudited } from '@daymark/contracts'
import { Database, FailureLimiter, failureKey, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { AccountLinks } from '../links/account-links.ts'
import { Mails } from '../mail/mails.ts'
import { auditTargetOf } from '../users/users.ts'
import type { User } from '../users/user.entity.ts'

/** Mails to other addresses that one account can trigger within 15 minutes. */
const MAX_CHANGE_REQUESTS = 5
const UNIQUE_VIOLATION = '23505'

/** Changes the address of a user, which is also the username. */
@Injectable()
export class EmailChange {
  constructor(
    private readonly db: Database,
    private readonly links: AccountLinks,
    private readonly mails: Mails,
    private readonly limiter: FailureLimiter,
  ) {}

  /** With mail, the new address must be confirmed and the old one gets a notice; without mail, the change is immediate. */
  async request(by: Actor, email: string, confirmed: (tx: Tx) => Promise<User>): Promise<void> {
    const { userId } = by
    if (!this.mails.isSetUp) return this.commit(async tx => this.apply(tx, await confirmed(tx), email, by))
    await this.limiter.countAttempt([{ key: failureKey('new-email', userId), attempts: MAX_CHANGE_REQUESTS }])
    await this.db.commit(async tx => {
      const { email: old } = await confirmed(tx)
      this.links.deleteAll(tx, userId, 'email')
      const linkId = this.links.create(tx, { userId, purpose: 'email', email })
      this.mails.queue(tx, { kind: 'email_confirm', userId, recipient: email, data: { linkId, email } })
      this.mails.queue(tx, { kind: 'email_requested', userId, recipient: old, data: { email } })
    })
  }

  /** Throws EMAIL_TAKEN. The unique index decides between concurrent requests. */
  async commit(work: (tx: Tx) => Promise<void>): Promise<void> {
    try {
      await this.db.commit(work)
    } catch (error) {
      if ((error as { code?: unknown }).code === UNIQUE_VIOLATION) throw errors.EMAIL_TAKEN()
      throw error
    }
  }

  /** Ends links that were sent to the old address. */
  async apply(tx: Tx, { id, email: old }: User, email: string, by: Actor): Promise<void> {
    await tx.sql('UPDATE users SET email = $2 WHERE id = $1', [id, email])
    tx.emit(identityAudited, ...auditArgs(by, 'user.email-changed', auditTargetOf({ id, email }), { from: old }))
    this.links.deleteAll(tx, id, 'password')
    this.mails.queue(tx, { kind: 'email_changed', userId: id, recipient: old, data: { email } })
  }
}
