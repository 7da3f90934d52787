import { AppError, galleryMailEnded } from '@daymark/contracts'
import { Clock, Database, metrics } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { IdentityLog } from '../../log.ts'
import type { AnyWaitingMail } from './waiting-mail.ts'
import { WrittenMails } from './written-mails.ts'

const FIRST_WAIT_MS = 15_000
const LONGEST_WAIT_MS = 10 * 60_000
/** What could not be sent for so long is of no use to anybody any more. */
const GIVEN_UP_AFTER_MS = 3 * 86_400_000

const sent = metrics.counter('daymark.identity.mails', {
  description: 'Email attempts by kind and outcome',
})

/** What nodemailer says of a server that answered, and of one that did not. */
type Failure = { code?: string; responseCode?: number; command?: string }

type Outcome = 'sent' | 'dropped'

/** Sends one mail and notes what became of it. */
@Injectable()
export class Delivery {
  /** Mails that the server has taken and whose row could not be deleted, because the database failed: they are not sent again. */
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

  /** Addresses are kept for three days at most (rule 122), however long no server could be reached. */
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
    return +this.clock.now() - +createdAt > GIVEN_UP_AFTER_MS
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

/** For who runs the installation. What the server says may quote the recipient, so its words stay in the log. */
function wordsOf(failure: Failure | AppError): string {
  if (failure instanceof AppError) return `The content of the email could not be loaded (${failure.code}).`
  const { code, responseCode, command } = failure
  return responseCode === undefined
    ? `The mail server could not be reached (${code ?? 'unknown'}).`
    : `The mail server answered ${responseCode}${command ? ` to ${command}` : ''}.`
}

const waitAfter = (attempts: number): number => Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS)

/** The server knows this address and will never take mail for it, or never this mail. What it says of us may change. */
const isRefusedForGood = ({ code, responseCode = 0 }: Failure): boolean =>
  (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500
