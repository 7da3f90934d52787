import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { freePort } from './free-port.ts'
import { POLL_TIMEOUT_MS } from '../poll-until.ts'

/** A received mail. */
export type ReceivedMail = {
  to: string
  subject: string
  text: string
  html: string
  messageId: string
  headers: ParsedMail['headers']
  /** The URLs in the text of the mail. */
  links: string[]
}
type PendingTake = { matches: (mail: ReceivedMail) => boolean; resolve: (mail: ReceivedMail) => void }

/** An SMTP server that stores the received mails. A test can stop it, restart it at the same address, and make it reject recipients. */
export class Mailbox {
  /** Received mails that no test has taken, in order. */
  readonly mails: ReceivedMail[] = []
  /** If the function returns an SMTP code, such as 550, the server rejects the recipient with this code. */
  rejectionCode: ((to: string) => number | undefined) | undefined
  /** Called with each complete mail before the server acknowledges it, for example to stop the server at this moment. */
  onMail: ((mail: ReceivedMail) => Promise<void> | void) | undefined
  readonly port: number
  private readonly options: SMTPServerOptions
  private server: SMTPServer | undefined
  private readonly pendingTakes = new Set<PendingTake>()

  private constructor(port: number, options: SMTPServerOptions) {
    this.port = port
    this.options = options
  }

  static async open(options: SMTPServerOptions = {}): Promise<Mailbox> {
    const mailbox = new Mailbox(await freePort(), options)
    await mailbox.start()
    return mailbox
  }

  /** Settings with which an installation sends its mails to this server. */
  get env(): Record<string, string> {
    return {
      DAYMARK_MAIL_URL: `smtp://127.0.0.1:${this.port}`,
      DAYMARK_MAIL_TLS: 'none',
      DAYMARK_MAIL_FROM: 'Daymark <photos@daymark.test>',
      DAYMARK_PUBLIC_URL: 'http://daymark.test',
    }
  }

  /** Removes and returns the first matching mail; waits for it if necessary. */
  async take(to: string, subject: RegExp | string = ''): Promise<ReceivedMail> {
    const matches = (mail: ReceivedMail) => mail.to === to && new RegExp(subject).test(mail.subject)
    const index = this.mails.findIndex(matches)
    const [mail] = index < 0 ? [] : this.mails.splice(index, 1)
    return mail ?? this.waitForMail(matches, `a mail to ${to} about ${String(subject)}`)
  }

  private waitForMail(matches: PendingTake['matches'], description: string): Promise<ReceivedMail> {
    return new Promise((resolve, reject) => {
      const subjects = () => this.mails.map(mail => `${mail.to}: ${mail.subject}`).join(', ')
      const timeout = setTimeout(
        () => reject(new Error(`${description} did not arrive. Received: ${subjects()}`)),
        POLL_TIMEOUT_MS,
      )
      const pendingTake: PendingTake = {
        matches,
        resolve: mail => {
          clearTimeout(timeout)
          this.pendingTakes.delete(pendingTake)
          resolve(mail)
        },
      }
      this.pendingTakes.add(pendingTake)
    })
  }

  /** Stops the server, so that connections to its port are refused. */
  async stop(): Promise<void> {
    const { server } = this
    this.server = undefined
    if (server) await new Promise<void>(resolve => server.close(resolve))
  }

  async start(): Promise<void> {
    this.server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      closeTimeout: 500,
      ...this.options,
      onRcptTo: ({ address }, _, done) => {
        const code = this.rejectionCode?.(address)
        done(code ? Object.assign(new Error('refused'), { responseCode: code }) : null)
      },
      onData: (stream, session, done) => {
        simpleParser(stream)
          .then(parsed => this.receive(parsed, session.envelope.rcptTo[0]?.address ?? ''))
          .then(() => done(), done)
      },
    })
    this.server.on('error', () => undefined)
    const { server } = this
    await new Promise<void>(resolve => server.listen(this.port, '127.0.0.1', resolve))
  }

  private async receive(parsed: ParsedMail, to: string): Promise<void> {
    const { subject = '', text = '', html, messageId = '', headers } = parsed
    const links = text.match(/https?:\/\/\S+/g) ?? []
    const mail = { to, subject, text, html: html || '', messageId, headers, links }
    await this.onMail?.(mail)
    const pendingTake = [...this.pendingTakes].find(pending => pending.matches(mail))
    if (pendingTake) pendingTake.resolve(mail)
    else this.mails.push(mail)
  }
}
