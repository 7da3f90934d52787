import { errors, type MailRequest } from '@daymark/contracts'
import { Clock, prepared, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { User } from '../users/user.entity.ts'
import type { MailData, MailKind } from './words/messages.ts'
import type { SecurityChange } from './words/security-changes.ts'
import { Smtp } from './smtp.ts'

const POST = prepared(
  'INSERT INTO mails (user_id, kind, recipient, data, due_at, created_at) VALUES ($1, $2, $3, $4, $5, $5)',
)

export type NewMail<K extends MailKind = MailKind> = {
  kind: K
  /** Nobody: the name is looked up when the mail leaves. */
  userId: string | null
  recipient: string
  data: MailData[K]
}

/** Puts mails where they wait: in the transaction of their cause, so that there is none without the other. */
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

  /** Nothing where no mail is set up. */
  post<K extends MailKind>(tx: Tx, { userId, kind, recipient, data }: NewMail<K>): void {
    if (!this.isSetUp) return
    void tx.sql(POST, [userId, kind, recipient, JSON.stringify(data), this.clock.now()])
    tx.afterCommit(() => this.wake())
  }

  /** How somebody signs in was changed: told to whom it belongs, in the commit that changes it. */
  postSecurityChange(tx: Tx, { id, email }: Pick<User, 'id' | 'email'>, changed: SecurityChange): void {
    const data = { ...changed, at: this.clock.now().toISOString() }
    this.post(tx, { kind: 'security_changed', userId: id, recipient: email, data })
  }

  /** What another service wants said, to where the person reads mails now. */
  async postWanted(tx: Tx, wanted: MailRequest): Promise<void> {
    if (!this.isSetUp) return
    const [user] = await tx.sql<{ email: string }>('SELECT email FROM users WHERE id = $1', [wanted.userId])
    if (user) this.post(tx, { kind: 'wanted', userId: wanted.userId, recipient: user.email, data: wanted })
  }

  /** What sharing has for somebody. False: nothing is sent, or there is no such owner any more. */
  async postOfGallery(tx: Tx, { mailId, ownerId }: { mailId: string; ownerId: string }): Promise<boolean> {
    if (!this.isSetUp) return false
    const [owner] = await tx.sql<{ id: string }>('SELECT id FROM users WHERE id = $1', [ownerId])
    if (!owner) return false
    void tx.sql(POST, [ownerId, 'gallery', '', JSON.stringify({ mailId }), this.clock.now()])
    tx.afterCommit(() => this.wake())
    return true
  }

  /** Who sends is told of each commit that left a mail. */
  wakeOnPost(wake: () => void): void {
    this.wake = wake
  }
}
