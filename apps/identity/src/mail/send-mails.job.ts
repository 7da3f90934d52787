import { AppError, galleryMailEnded, DAY_MS } from '@daymark/contracts'
import {
  Clock,
  type JobLimits,
  type JobRunner,
  type Lease,
  Logger,
  metrics,
  Runs,
  TransientError,
  type Tx,
} from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { GalleryMailRenderer } from './gallery-mail-renderer.ts'
import { MailRenderer, PasswordResetRequests } from './mail-renderer.ts'
import { type GalleryMailReference, Mails, type NewMail, sendGalleryMail, sendMail } from './mails.ts'
import { type OutgoingMail, Smtp } from './smtp.ts'

const FIRST_RETRY_MS = 15_000
const MAX_RETRY_MS = 10 * 60_000
/** Age at which a mail that could not be sent is deleted. */
const DISCARD_AFTER_MS = 3 * DAY_MS
/** Mail servers often limit the connections of one client, so both kinds of mails together use at most five. */
const ACCOUNT_MAIL_LIMITS: JobLimits = { concurrency: 2 }
const GALLERY_MAIL_LIMITS: JobLimits = { concurrency: 3 }

const attemptCounter = metrics.counter('daymark.identity.mails', {
  description: 'Email attempts by kind and outcome',
})

/** The properties that errors of the library nodemailer can have. */
type SmtpError = { code?: string; responseCode?: number; command?: string }

/** A mail of one kind. */
type Delivery = {
  kind: string
  /** Returns undefined if the mail must not be sent. */
  render(): Promise<OutgoingMail | undefined>
  /** Commits together with the end of the job. */
  onEnd?(tx: Tx): void
}

/** Sends a mail and ends its job after a success or a permanent failure; otherwise schedules another attempt. */
@Injectable()
export class MailDelivery {
  /**
   * Outcomes of mails that were handled, but whose job could not be ended because the database failed. The next attempt ends the job
   * without sending the mail again.
   */
  private readonly unrecordedOutcomes = new Map<string, 'sent' | 'dropped'>()
  constructor(
    private readonly clock: Clock,
    private readonly mails: Mails,
    private readonly smtp: Smtp,
    private readonly log: Logger,
  ) {}

  async deliver(delivery: Delivery, lease: Lease): Promise<void> {
    this.assertSetUp()
    const mailId = lease.job.key
    let outcome = this.unrecordedOutcomes.get(mailId)
    try {
      outcome ??= await this.send(delivery)
    } catch (error) {
      return this.handleFailure(delivery, lease, error as SmtpError)
    }
    this.unrecordedOutcomes.set(mailId, outcome)
    await this.end(delivery, lease, outcome)
    this.unrecordedOutcomes.delete(mailId)
    if (outcome === 'sent') this.log.info({ event: 'identity.mail-sent', mailId, kind: delivery.kind })
  }

  /** Throws if no mail server is configured, so that the job waits until there is one. */
  assertSetUp(): void {
    if (!this.mails.isSetUp) throw new TransientError('No mail server is configured.')
  }

  /** Returns true if the mail has been waiting for so long that it is given up after the next failure. */
  isTooOld({ job }: Lease): boolean {
    return +this.clock.now() - Date.parse(job.payload.time) > DISCARD_AFTER_MS
  }

  private async send({ render }: Delivery): Promise<'sent' | 'dropped'> {
    const mail = await render()
    if (!mail) return 'dropped'
    await this.smtp.send(mail)
    return 'sent'
  }

  private async handleFailure(delivery: Delivery, lease: Lease, failure: SmtpError): Promise<void> {
    const isGivenUp = isPermanentRejection(failure) || this.isTooOld(lease)
    this.logFailure(delivery, lease, failure, isGivenUp)
    if (isGivenUp) return this.end(delivery, lease, 'given up')
    attemptCounter.add(1, { kind: delivery.kind, outcome: 'failed' })
    const nextAttemptAt = new Date(+this.clock.now() + retryDelayMs(lease.job.attempts))
    await lease.postpone(nextAttemptAt, async () => {}, describeFailure(failure))
  }

  /** Logs the codes of the failure, but not its message, because mail servers often quote the address of the recipient in messages. */
  private logFailure({ kind }: Delivery, { job }: Lease, failure: SmtpError, isGivenUp: boolean): void {
    const { code, responseCode } = failure
    const command = failure.command?.split(' ')[0]
    const event = isGivenUp ? 'identity.mail-given-up' : 'identity.mail-failed'
    this.log.warn({ event, mailId: job.key, kind, attempts: job.attempts, code, responseCode, command })
  }

  private async end({ kind, onEnd }: Delivery, lease: Lease, outcome: string): Promise<void> {
    await lease.complete(async tx => onEnd?.(tx))
    attemptCounter.add(1, { kind, outcome })
  }
}

/** Sends mails about accounts. Users wait for them, so they do not wait for mails about galleries, which are jobs of another kind. */
@Runs(sendMail)
export class SendMail implements JobRunner<typeof sendMail> {
  readonly limits = ACCOUNT_MAIL_LIMITS
  constructor(
    private readonly resets: PasswordResetRequests,
    private readonly renderer: MailRenderer,
    private readonly delivery: MailDelivery,
  ) {}

  async run(mail: NewMail, lease: Lease): Promise<void> {
    this.delivery.assertSetUp()
    if (mail.kind === 'password_reset' && mail.userId === null)
      return lease.complete(tx => this.resets.queueMail(tx, mail.recipient))
    await this.delivery.deliver(
      { kind: mail.kind, render: () => this.renderer.render({ ...mail, id: lease.job.key }) },
      lease,
    )
  }
}

/**
 * Sends mails about galleries. Mails that are too old are dropped, because addresses of visitors are stored for at most three days (rule
 * 122).
 */
@Runs(sendGalleryMail)
export class SendGalleryMail implements JobRunner<typeof sendGalleryMail> {
  readonly limits = GALLERY_MAIL_LIMITS
  constructor(
    private readonly renderer: GalleryMailRenderer,
    private readonly delivery: MailDelivery,
  ) {}

  async run(mail: GalleryMailReference, lease: Lease): Promise<void> {
    const render = async () => (this.delivery.isTooOld(lease) ? undefined : this.renderer.render(mail))
    const onEnd = (tx: Tx) => tx.emit(galleryMailEnded, mail.mailId, mail)
    await this.delivery.deliver({ kind: 'gallery', render, onEnd }, lease)
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
