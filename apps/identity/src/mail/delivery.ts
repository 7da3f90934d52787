import { AppError, galleryMailEnded } from '@daymark/contracts'
import { Clock, Database, Logger, metrics } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { GalleryMailRenderer } from './gallery-mail-renderer.ts'
import type { AnyQueuedMail, QueuedMail } from './mails.ts'
import { type OutgoingMail, Smtp } from './smtp.ts'
import { MailRenderer, PasswordResetRequests } from './mail-renderer.ts'

const FIRST_RETRY_MS = 15_000
const MAX_RETRY_MS = 10 * 60_000
/** Age at which a mail that could not be sent is deleted. */
const DISCARD_AFTER_MS = 3 * 86_400_000

const attemptCounter = metrics.counter('daymark.identity.mails', {
  description: 'Email attempts by kind and outcome',
})

/** The properties that errors of the library nodemailer can have. */
type SmtpError = { code?: string; responseCode?: number; command?: string }

type DeliveryOutcome = 'sent' | 'dropped'

/** Renders a queued mail and tries to send it. Deletes it after a success or a permanent failure; otherwise schedules another attempt. */
@Injectable()
export class MailDelivery {
  /**
   * Outcomes of mails that were handled, but whose row could not be deleted because the database failed. The next attempt deletes the row
   * without sending the mail again.
   */
  private readonly undeletedOutcomes = new Map<string, DeliveryOutcome>()
  // oxlint-disable-next-line max-params -- each parameter is injected by its type
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly resets: PasswordResetRequests,
    private readonly renderer: MailRenderer,
    private readonly galleryRenderer: GalleryMailRenderer,
    private readonly smtp: Smtp,
    private readonly log: Logger,
  ) {}

  async deliver(mail: AnyQueuedMail): Promise<void> {
    let outcome = this.undeletedOutcomes.get(mail.id)
    try {
      outcome ??= await this.send(mail)
    } catch (error) {
      return this.handleFailure(mail, error as SmtpError)
    }
    this.undeletedOutcomes.set(mail.id, outcome)
    await this.deleteMail(mail, outcome)
    this.undeletedOutcomes.delete(mail.id)
    if (outcome === 'sent') this.log.info({ event: 'identity.mail-sent', mailId: mail.id, kind: mail.kind })
  }

  /**
   * Drops gallery mails that are too old instead of sending them, because addresses of visitors are stored for at most three days (rule
   * 122).
   */
  private async send(mail: AnyQueuedMail): Promise<DeliveryOutcome> {
    if (mail.kind === 'gallery' && this.isTooOld(mail)) return 'dropped'
    const outgoing = await (mail.kind === 'gallery' ? this.galleryRenderer.render(mail) : this.renderOwnMail(mail))
    if (!outgoing) return 'dropped'
    await this.smtp.send(outgoing)
    return 'sent'
  }

  private async renderOwnMail(queued: QueuedMail): Promise<OutgoingMail | undefined> {
    const isUnresolved = queued.kind === 'password_reset' && queued.userId === null
    const mail = isUnresolved ? await this.resets.resolve(queued) : queued
    return mail && this.renderer.render(mail)
  }

  private async handleFailure(mail: AnyQueuedMail, failure: SmtpError): Promise<void> {
    const isGivenUp = isPermanentRejection(failure) || this.isTooOld(mail)
    this.logFailure(mail, failure, isGivenUp)
    if (isGivenUp) return this.deleteMail(mail, 'given up')
    attemptCounter.add(1, { kind: mail.kind, outcome: 'failed' })
    const nextAttemptAt = new Date(+this.clock.now() + retryDelayMs(mail.attempts))
    await this.db.commit(tx =>
      tx.sql('UPDATE mails SET due_at = $2, error = $3 WHERE id = $1', [
        mail.id,
        nextAttemptAt,
        describeFailure(failure),
      ]),
    )
  }

  /** Logs the codes of the failure, but not its message, because mail servers often quote the address of the recipient in messages. */
  private logFailure({ id: mailId, kind, attempts }: AnyQueuedMail, failure: SmtpError, isGivenUp: boolean): void {
    const { code, responseCode } = failure
    const command = failure.command?.split(' ')[0]
    const event = isGivenUp ? 'identity.mail-given-up' : 'identity.mail-failed'
    this.log.warn({ event, mailId, kind, attempts, code, responseCode, command })
  }

  private isTooOld({ createdAt }: AnyQueuedMail): boolean {
    return +this.clock.now() - +createdAt > DISCARD_AFTER_MS
  }

  private async deleteMail(mail: AnyQueuedMail, outcome: string): Promise<void> {
    await this.db.commit(async tx => {
      tx.send('DELETE FROM mails WHERE id = $1', [mail.id])
      if (mail.kind !== 'gallery' || !mail.userId) return
      const { mailId } = mail.data
      tx.emit(galleryMailEnded, mailId, { mailId, ownerId: mail.userId })
    })
    attemptCounter.add(1, { kind: mail.kind, outcome })
  }
}

/** Returns the error text for operators. The text omits the message of the mail server, which may quote the address of the recipient. */
function describeFailure(failure: SmtpError | AppError): string {
  if (failure instanceof AppError) return `The content of the email could not be loaded (${failure.code}).`
  const { code, responseCode, command } = failure
  return responseCode === undefined
    ? `The mail server could not be reached (${code ?? 'unknown'}).`
    : `The mail server responded with ${responseCode}${command ? ` to ${command}` : ''}.`
}

const retryDelayMs = (attempts: number): number => Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), MAX_RETRY_MS)

/**
 * Returns true if the server permanently rejected the recipient or the content of the mail. Other errors, such as a rejected sender, may be
 * corrected by the operator, so they are retried.
 */
const isPermanentRejection = ({ code, responseCode = 0 }: SmtpError): boolean =>
  (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500
