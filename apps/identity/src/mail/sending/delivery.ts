import { AppError, galleryMailEnded } from '@daymark/contracts'
import { Clock, Database, metrics } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { IdentityLog } from '../../log.ts'
import type { AnyWaitingMail } from '../mails.ts'
import { WrittenMails } from './written-mails.ts'

const FIRST_WAIT_MS = 15_000
const LONGEST_WAIT_MS = 10 * 60_000
/** Mails are discarded after this time. */
const GIVE_UP_AFTER_MS = 3 * 86_400_000

const sent = metrics.counter('daymark.identity.mails', {
  description: 'Email attempts by kind and outcome',
})

/** The properties of errors from nodemailer. */
type Failure = { code?: string; responseCode?: number; command?: string }

type Outcome = 'sent' | 'dropped'

/** Sends one mail and records the outcome. */
@Injectable()
export class Delivery {
  /** Accepted mails whose row could not be deleted because the database failed. They must not be sent again. */
  private readonly unrecorded = new Map<string, Outcome>()
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly written: WrittenMails,
    private readonly log: IdentityLog,
  ) {}

  async deliver(mail: AnyWaitingMail): Promise<void> {
    let outcome = this.unrecorded.get(mail.id)
    try {
      outcome ??= await this.send(mail)
    } catch (error) {
      return this.failed(mail, error as Failure)
    }
    this.unrecorded.set(mail.id, outcome)
    await this.forget(mail, outcome)
    this.unrecorded.delete(mail.id)
    if (outcome === 'sent') this.log.mailSent(mail.id, mail.kind)
  }

  /** Addresses are stored for at most three days (rule 122), even if no server can be reached. */
  private async send(mail: AnyWaitingMail): Promise<Outcome> {
    const isForgotten = mail.kind === 'gallery' && this.isOld(mail)
    return !isForgotten && (await this.written.send(mail)) ? 'sent' : 'dropped'
  }

  private async failed(mail: AnyWaitingMail, failure: Failure): Promise<void> {
    const isOver = isRefusedForGood(failure) || this.isOld(mail)
    this.log.mailFailed(mail, failure, isOver)
    if (isOver) return this.forget(mail, 'given up')
    sent.add(1, { kind: mail.kind, outcome: 'failed' })
    const due = new Date(+this.clock.now() + waitAfter(mail.attempts))
    await this.db.commit(tx =>
      tx.sql('UPDATE mails SET due_at = $2, error = $3 WHERE id = $1', [mail.id, due, wordsOf(failure)]),
    )
  }

  private isOld({ createdAt }: AnyWaitingMail): boolean {
    return +this.clock.now() - +createdAt > GIVE_UP_AFTER_MS
  }

  private async forget(mail: AnyWaitingMail, outcome: string): Promise<void> {
    await this.db.commit(async tx => {
      void tx.sql('DELETE FROM mails WHERE id = $1', [mail.id])
      if (mail.kind !== 'gallery' || !mail.userId) return
      const { mailId } = mail.data
      tx.emit(galleryMailEnded, mailId, { mailId, ownerId: mail.userId })
    })
    sent.add(1, { kind: mail.kind, outcome })
  }
}

/** The error for operators, without the server's message, which may quote the recipient. */
function wordsOf(failure: Failure | AppError): string {
  if (failure instanceof AppError) return `The content of the email could not be loaded (${failure.code}).`
  const { code, responseCode, command } = failure
  return responseCode === undefined
    ? `The mail server could not be reached (${code ?? 'unknown'}).`
    : `The mail server responded with ${responseCode}${command ? ` to ${command}` : ''}.`
}

const waitAfter = (attempts: number): number => Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS)

/** A permanent rejection of the recipient or the mail. Rejections of the sender may be temporary. */
const isRefusedForGood = ({ code, responseCode = 0 }: Failure): boolean =>
  (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500
