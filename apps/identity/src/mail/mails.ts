import { errors, type MailRequest } from '@daymark/contracts'
import { Clock, preparedStatement, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { User } from '../users/user.entity.ts'
import { Smtp } from './smtp.ts'
import type { MailData, MailKind, SecurityChange } from './messages.ts'

type QueuedMailRow = {
  id: string
  userId: string | null
  recipient: string
  attempts: number
  createdAt: Date
}
/** A queued mail whose text this service creates. */
export type QueuedMail = QueuedMailRow & { kind: MailKind; data: MailData[MailKind] }
/** A queued mail about a gallery. The sharing service provides the recipient and the content when the mail is sent. */
export type QueuedGalleryMail = QueuedMailRow & { kind: 'gallery'; data: { mailId: string } }
export type AnyQueuedMail = QueuedMail | QueuedGalleryMail

const INSERT_MAIL = preparedStatement(
  'INSERT INTO mails (user_id, kind, recipient, data, due_at, created_at) VALUES ($1, $2, $3, $4, $5, $5)',
)

type NewMail<K extends MailKind = MailKind> = {
  kind: K
  /** Null if `recipient` is a typed name for which the account is looked up when the mail is sent, or if the account was deleted. */
  userId: string | null
  recipient: string
  data: MailData[K]
}

/** Queues mails in the transaction of the change that causes them, so that a mail is sent only if the change is committed. */
@Injectable()
export class Mails {
  private notifySender: () => void = () => {}
  constructor(
    private readonly smtp: Smtp,
    private readonly clock: Clock,
  ) {}

  get isSetUp(): boolean {
    return this.smtp.server !== undefined
  }
  assertSetUp(): void {
    if (!this.isSetUp) throw errors.MAIL_OFF()
  }

  /** Queues a mail, and does nothing if mail is not set up. */
  queue<K extends MailKind>(tx: Tx, { userId, kind, recipient, data }: NewMail<K>): void {
    if (!this.isSetUp) return
    tx.send(INSERT_MAIL, [userId, kind, recipient, JSON.stringify(data), this.clock.now()])
    tx.afterCommit(() => this.notifySender())
  }

  /** Queues the notice about a changed sign-in method, in the transaction that changes it. */
  queueSecurityChange(tx: Tx, { id, email }: Pick<User, 'id' | 'email'>, securityChange: SecurityChange): void {
    const data = { ...securityChange, at: this.clock.now().toISOString() }
    this.queue(tx, { kind: 'security_changed', userId: id, recipient: email, data })
  }

  /**
   * Queues a mail that another service requested, to the current address of the user. Does nothing if mail is not set up or the user does
   * not exist.
   */
  async queueRequest(tx: Tx, request: MailRequest): Promise<void> {
    if (!this.isSetUp) return
    const [user] = await tx.sql<{ email: string }>('SELECT email FROM users WHERE id = $1', [request.userId])
    if (user) this.queue(tx, { kind: 'requested', userId: request.userId, recipient: user.email, data: request })
  }

  /** Queues a mail of the sharing service. Returns false if mail is not set up or the owner of the gallery does not exist any more. */
  async queueGalleryMail(tx: Tx, { mailId, ownerId }: { mailId: string; ownerId: string }): Promise<boolean> {
    if (!this.isSetUp) return false
    const [owner] = await tx.sql<{ id: string }>('SELECT id FROM users WHERE id = $1', [ownerId])
    if (!owner) return false
    tx.send(INSERT_MAIL, [ownerId, 'gallery', '', JSON.stringify({ mailId }), this.clock.now()])
    tx.afterCommit(() => this.notifySender())
    return true
  }

  /** Calls `startSending` after each committed transaction that queued a mail. */
  onQueued(startSending: () => void): void {
    this.notifySender = startSending
  }
}
