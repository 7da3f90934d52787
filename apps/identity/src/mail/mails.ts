import { errors, type MailRequest } from '@daymark/contracts'
import { Clock, defineJob, JobQueue, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { randomUUIDv7 } from 'node:crypto'
import { z } from 'zod'
import type { User } from '../users/user.entity.ts'
import { Smtp } from './smtp.ts'
import type { MailData, MailKind, SecurityChange } from './messages.ts'

export type NewMail<K extends MailKind = MailKind> = {
  kind: K
  /** Null if `recipient` is a typed name for which the account is looked up when the mail is sent, or if the account was deleted. */
  userId: string | null
  recipient: string
  data: MailData[K]
}

/** The job that sends a mail whose text this service creates. */
export const sendMail = defineJob('send-mail', z.custom<NewMail>())
/** The job that sends a mail about a gallery. The sharing service provides the recipient and the content when the mail is sent. */
export const sendGalleryMail = defineJob('send-gallery-mail', z.object({ mailId: z.uuid(), ownerId: z.uuid() }))

export type QueuedMail = NewMail & { id: string }
export type GalleryMailReference = z.infer<typeof sendGalleryMail.payload>

/** Account of jobs whose recipient is not known or has no account. */
const NO_ACCOUNT = 'none'

/** Queues mails in the transaction of the change that causes them, so that a mail is sent only if the change is committed. */
@Injectable()
export class Mails {
  constructor(
    private readonly smtp: Smtp,
    private readonly clock: Clock,
    private readonly jobs: JobQueue,
  ) {}

  get isSetUp(): boolean {
    return this.smtp.server !== undefined
  }
  assertSetUp(): void {
    if (!this.isSetUp) throw errors.MAIL_OFF()
  }

  /** Queues a mail, and does nothing if mail is not set up. */
  queue<K extends MailKind>(tx: Tx, data: NewMail<K>): void {
    if (!this.isSetUp) return
    this.jobs.enqueue(tx, sendMail, [{ data, key: randomUUIDv7(), account: data.userId ?? NO_ACCOUNT }])
  }

  /** Removes the waiting mails to a user whose account is deleted, because they contain the address. */
  removeWaiting(tx: Tx, userId: string): void {
    this.jobs.removeOfAccount(tx, sendMail, userId)
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
    this.jobs.enqueue(tx, sendGalleryMail, [{ data: { mailId, ownerId }, key: mailId, account: ownerId }])
    return true
  }
}
