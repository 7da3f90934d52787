import { errors, type MailRequest } from '@daymark/contracts'
import { Clock, prepared, type Tx } from '@daymark/platform'
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
/** A queued mail of this service. */
export type QueuedMail = QueuedMailRow & { kind: MailKind; data: MailData[MailKind] }
/** A queued mail about a gallery, whose recipient and content sharing provides. */
export type QueuedGalleryMail = QueuedMailRow & { kind: 'gallery'; data: { mailId: string } }
export type AnyQueuedMail = QueuedMail | QueuedGalleryMail

const INSERT_MAIL = prepared(
  'INSERT INTO mails (user_id, kind, recipient, data, due_at, created_at) VALUES ($1, $2, $3, $4, $5, $5)',
)

export type NewMail<K extends MailKind = MailKind> = {
  kind: K
  /** Null: the user is looked up by the typed name when the mail is sent. */
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

  /** Does nothing if mail is not set up. */
  queue<K extends MailKind>(tx: Tx, { userId, kind, recipient, data }: NewMail<K>): void {
    if (!this.isSetUp) return
    void tx.sql(INSERT_MAIL, [userId, kind, recipient, JSON.stringify(data), this.clock.now()])
    tx.afterCommit(() => this.notifySender())
  }

  /** Queues the notice about a changed sign-in method, in the commit that changes it. */
  queueSecurityChange(tx: Tx, { id, email }: Pick<User, 'id' | 'email'>, changed: SecurityChange): void {
    const data = { ...changed, at: this.clock.now().toISOString() }
    this.queue(tx, { kind: 'security_changed', userId: id, recipient: email, data })
  }

  /** Queues a mail of another service to the user's present address. */
  async queueRequest(tx: Tx, request: MailRequest): Promise<void> {
    if (!this.isSetUp) return
    const [user] = await tx.sql<{ email: string }>('SELECT email FROM users WHERE id = $1', [request.userId])
    if (user) this.queue(tx, { kind: 'requested', userId: request.userId, recipient: user.email, data: request })
  }

  /** Queues a mail of sharing. Returns false if mail is not set up or the owner does not exist any more. */
  async queueGalleryMail(tx: Tx, { mailId, ownerId }: { mailId: string; ownerId: string }): Promise<boolean> {
    if (!this.isSetUp) return false
    const [owner] = await tx.sql<{ id: string }>('SELECT id FROM users WHERE id = $1', [ownerId])
    if (!owner) return false
    void tx.sql(INSERT_MAIL, [ownerId, 'gallery', '', JSON.stringify({ mailId }), this.clock.now()])
    tx.afterCommit(() => this.notifySender())
    return true
  }

  /** Calls `wake` after each commit that queued a mail. */
  onQueued(wake: () => void): void {
    this.notifySender = wake
  }
}
