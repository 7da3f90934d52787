import { AppError, galleryMailEnded } from '@daymark/contracts'
import { Clock, Database, metrics } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { IdentityLog } from '../log.ts'
import { GalleryMailRenderer } from './gallery-mail-renderer.ts'
import type { AnyQueuedMail, QueuedMail } from './mails.ts'
import { type OutgoingMail, Smtp } from './smtp.ts'
import { MailRenderer, PasswordResetRequests } from './mail-renderer.ts'

/** Renders and sends a mail; false if it must not be sent. */
@Injectable()
export class MailSender {
  constructor(
    private readonly resets: PasswordResetRequests,
    private readonly renderer: MailRenderer,
    private readonly smtp: Smtp,
    private readonly galleryRenderer: GalleryMailRenderer,
  ) {}

  async send(waiting: AnyQueuedMail): Promise<boolean> {
    const parcel = await (waiting.kind === 'gallery'
      ? this.galleryRenderer.render(waiting)
      : this.renderOwnMail(waiting))
    if (parcel) await this.smtp.send(parcel)
    return parcel !== undefined
  }

  private async renderOwnMail(waiting: QueuedMail): Promise<OutgoingMail | undefined> {
    const isUnresolved = waiting.kind === 'password_reset' && waiting.userId === null
    const mail = isUnresolved ? await this.resets.resolve(waiting) : waiting
    return mail && this.renderer.render(mail)
  }
}

const FIRST_RETRY_MS = 15_000
const MAX_RETRY_MS = 10 * 60_000
/** Mails are discarded after this time. */
const DISCARD_AFTER_MS = 3 * 86_400_000

const attemptCounter = metrics.counter('daymark.identity.mails', {
  description: 'Email attempts by kind and outcome',
})

/** The properties of errors from nodemailer. */
type SmtpError = { code?: string; responseCode?: number; command?: string }

type DeliveryOutcome = 'sent' | 'dropped'

/** Sends one mail and records the outcome. */
@Injectable()
export class MailDelivery {
  /** Accepted mails whose row could not be deleted because the database failed. They must not be sent again. */
  private readonly unrecorded = new Map<string, DeliveryOutcome>()
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly sender: MailSender,
    private readonly log: IdentityLog,
  ) {}

  async deliver(mail: AnyQueuedMail): Promise<void> {
    let outcome = this.unrecorded.get(mail.id)
    try {
      outcome ??= await this.send(mail)
    } catch (error) {
      return this.handleFailure(mail, error as SmtpError)
    }
    this.unrecorded.set(mail.id, outcome)
    await this.deleteMail(mail, outcome)
    this.unrecorded.delete(mail.id)
    if (outcome === 'sent') this.log.mailSent(mail.id, mail.kind)
  }

  /** Addresses are stored for at most three days (rule 122), even if no server can be reached. */
  private async send(mail: AnyQueuedMail): Promise<DeliveryOutcome> {
    const isForgotten = mail.kind === 'gallery' && this.isTooOld(mail)
    return !isForgotten && (await this.sender.send(mail)) ? 'sent' : 'dropped'
  }

  private async handleFailure(mail: AnyQueuedMail, failure: SmtpError): Promise<void> {
    const isOver = isPermanentRejection(failure) || this.isTooOld(mail)
    this.log.mailFailed(mail, failure, isOver)
    if (isOver) return this.deleteMail(mail, 'given up')
    attemptCounter.add(1, { kind: mail.kind, outcome: 'failed' })
    const due = new Date(+this.clock.now() + retryDelayMs(mail.attempts))
    await this.db.commit(tx =>
      tx.sql('UPDATE mails SET due_at = $2, error = $3 WHERE id = $1', [mail.id, due, describeFailure(failure)]),
    )
  }

  private isTooOld({ createdAt }: AnyQueuedMail): boolean {
    return +this.clock.now() - +createdAt > DISCARD_AFTER_MS
  }

  private async deleteMail(mail: AnyQueuedMail, outcome: string): Promise<void> {
    await this.db.commit(async tx => {
      void tx.sql('DELETE FROM mails WHERE id = $1', [mail.id])
      if (mail.kind !== 'gallery' || !mail.userId) return
      const { mailId } = mail.data
      tx.emit(galleryMailEnded, mailId, { mailId, ownerId: mail.userId })
    })
    attemptCounter.add(1, { kind: mail.kind, outcome })
  }
}

/** The error for operators, without the server's message, which may quote the recipient. */
function describeFailure(failure: SmtpError | AppError): string {
  if (failure instanceof AppError) return `The content of the email could not be loaded (${failure.code}).`
  const { code, responseCode, command } = failure
  return responseCode === undefined
    ? `The mail server could not be reached (${code ?? 'unknown'}).`
    : `The mail server responded with ${responseCode}${command ? ` to ${command}` : ''}.`
}

const retryDelayMs = (attempts: number): number => Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), MAX_RETRY_MS)

/** A permanent rejection of the recipient or the mail. Rejections of the sender may be temporary. */
const isPermanentRejection = ({ code, responseCode = 0 }: SmtpError): boolean =>
  (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500
