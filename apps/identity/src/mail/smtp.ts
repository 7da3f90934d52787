import { runCheck, type Check, type Env, loadConfig, PlatformConfig } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { createRequire } from 'node:module'
import type { Transporter } from 'nodemailer'
import { type Brand, DAYMARK_BRAND } from './brands.ts'
import { MailConfig, readMailServer, type MailServer } from './mail-settings.ts'
import type { RenderedMail } from './template.ts'

/** Timeouts of the SMTP connection in milliseconds. */
const SMTP_TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 }

export type OutgoingMail = RenderedMail & { id: string; to: string; unsubscribe?: string; senderName: string }

/** Sends mails through the configured SMTP server. `server` is undefined if mail is not set up. */
@Injectable()
export class Smtp {
  readonly server?: MailServer
  private readonly transporter?: Transporter

  constructor(config: MailConfig, platform: PlatformConfig) {
    this.server = readMailServer(config, platform.publicUrl)
    if (this.server) this.transporter = createSmtpTransport(this.server)
  }

  /** The address of this installation for links in mails. */
  get site(): string {
    return this.server?.site ?? ''
  }

  /** Sends a mail. Every attempt has the same Message-ID, so that mail programs show a mail that arrived twice only once. */
  async send({ id, to, subject, text, html, unsubscribe, senderName }: OutgoingMail): Promise<void> {
    if (!this.server || !this.transporter) throw new Error('email is not configured')
    const { address } = this.server.from
    await this.transporter.sendMail({
      from: { name: senderName, address },
      to: { name: '', address: to },
      messageId: `<${id}@${address.split('@').at(-1)}>`,
      subject,
      text,
      html,
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(unsubscribe && {
          'List-Unsubscribe': `<${unsubscribe}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
    })
  }

  /** Returns the name of the sender: the studio's name, otherwise the name in the settings, otherwise the name of the product. */
  senderName(brand: Brand): string {
    return brand === DAYMARK_BRAND ? this.server?.from.name || brand.name : brand.name
  }
}

function createSmtpTransport({ host, port, tls, auth }: MailServer): Transporter {
  const secured = { secure: tls === 'tls', requireTLS: tls === 'starttls', ignoreTLS: tls === 'none' }
  // loaded here and not at the start, because installations without mail do not need the library
  const { createTransport } = createRequire(import.meta.url)('nodemailer') as typeof import('nodemailer')
  return createTransport({
    host,
    port,
    auth,
    ...secured,
    ...SMTP_TIMEOUTS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** The mail check of `daymark doctor`: connects to the SMTP server and signs in, but sends no mail. */
export async function checkMail(env: Env): Promise<Check[]> {
  const summary = async (): Promise<string> => {
    const server = readMailServer(loadConfig(MailConfig, env), loadConfig(PlatformConfig, env).publicUrl)
    if (!server) return "not configured: no email is sent, and 'Forgot password?' is not available (DAYMARK_MAIL_*)"
    await createSmtpTransport(server).verify()
    return `${server.host}:${server.port} accepts email from ${server.from.address}`
  }
  return [await runCheck('mail', summary, false)]
}
