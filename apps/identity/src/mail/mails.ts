import { errors, type MailRequest } from '@daymark/contracts'
import { Clock, prepared, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { User } from '../users/user.entity.ts'
import { Smtp } from './smtp.ts'
import type { MailData, MailKind } from './words/messages.ts'
import type { SecurityChange } from './words/security-changes.ts'

type Waits = {
  id: string
  userId: string | null
  recipient: string
  attempts: number
  createdAt: Date
}
/** A queued mail of this service. */
export type WaitingMail = Waits & { kind: MailKind; data: MailData[MailKind] }
/** A queued mail about a gallery, whose recipient and content sharing provides. */
export type WaitingGalleryMail = Waits & { kind: 'gallery'; data: { mailId: string } }
export type AnyWaitingMail = WaitingMail | WaitingGalleryMail

const POST = prepared(
  'INSERT INTO mails (user_id, kind, recipient, data, due_at, created_at) VALUES ($1, $2, $3, $4, $5, $5)',
)

export type NewMail<K extends MailKind = MailKind> = {
  kind: K
  /** Null: the user is looked up by the typed name when the mail is sent. */
  userId: string | null
  recipient: string
  data: MailData[K]
}

/** Queues mails in the transaction of their cause, so that both are committed or neither. */
@Injectable()
export class Mails {
  private wake: () => void = () => {}
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
  post<K extends MailKind>(tx: Tx, { userId, kind, recipient, data }: NewMail<K>): void {
    if (!this.isSetUp) return
    void tx.sql(POST, [userId, kind, recipient, JSON.stringify(data), this.clock.now()])
    tx.afterCommit(() => this.wake())
  }

  /** Queues the notice about a changed sign-in method, in the commit that changes it. */
  postSecurityChange(tx: Tx, { id, email }: Pick<User, 'id' | 'email'>, changed: SecurityChange): void {
    const data = { ...changed, at: this.clock.now().toISOString() }
    this.post(tx, { kind: 'security_changed', userId: id, recipient: email, data })
  }

  /** Queues a mail of another service to the user's present address. */
  async postWanted(tx: Tx, request: MailRequest): Promise<void> {
    if (!this.isSetUp) return
    const [user] = await tx.sql<{ email: string }>('SELECT email FROM users WHERE id = $1', [request.userId])
    if (user) this.post(tx, { kind: 'wanted', userId: request.userId, recipient: user.email, data: request })
  }

  /** Queues a mail of sharing. False: mail is not set up, or the owner does not exist any more. */
  async postOfGallery(tx: Tx, { mailId, ownerId }: { mailId: string; ownerId: string }): Promise<boolean> {
    if (!this.isSetUp) return false
    const [owner] = await tx.sql<{ id: string }>('SELECT id FROM users WHERE id = $1', [ownerId])
    if (!owner) return false
    void tx.sql(POST, [ownerId, 'gallery', '', JSON.stringify({ mailId }), this.clock.now()])
    tx.afterCommit(() => this.wake())
    return true
  }

  /** Calls `wake` after each commit that queued a mail. */
  wakeOnPost(wake: () => void): void {
    this.wake = wake
  }
}
