import { PlatformConfig } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { createTransport, type Transporter } from 'nodemailer'
import { type Brand, DAYMARK } from './brands/brand.ts'
import { MailConfig, mailServer, type MailServer } from './mail-settings.ts'
import type { Letter } from './template.ts'

/** Nobody waits for it but the job; the lease of a mail is longer than all of these together. */
const TIMES = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 }

export type Parcel = Letter & { id: string; to: string; unsubscribe?: string; senderName: string }

/** The SMTP server that takes our mail; none where none is set. */
@Injectable()
export class Smtp {
  readonly server?: MailServer
  private readonly transporter?: Transporter

  constructor(config: MailConfig, platform: PlatformConfig) {
    this.server = mailServer(config, platform.publicUrl)
    if (this.server) this.transporter = transportTo(this.server)
  }

  /** Says the same Message-ID each time: who gets a mail twice sees it once. */
  async send({ id, to, subject, text, html, unsubscribe, senderName }: Parcel): Promise<void> {
    if (!this.server || !this.transporter) throw new Error('no mail is set up')
    const { address } = this.server.from
    await this.transporter.sendMail({
      from: { name: senderName, address },
      to: { name: '', address: to },
      messageId: `<${id}@${address.split('@').at(-1)}>`,
      ...{ subject, text, html },
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(unsubscribe && {
          'List-Unsubscribe': `<${unsubscribe}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
    })
  }

  /** The name mails come from: a studio's own, else that of the setting, else the product's. */
  senderName(brand: Brand): string {
    return brand === DAYMARK ? this.server?.from.name || brand.name : brand.name
  }
}

export function transportTo({ host, port, tls, auth }: MailServer): Transporter {
  const secured = { secure: tls === 'tls', requireTLS: tls === 'starttls', ignoreTLS: tls === 'none' }
  return createTransport({ host, port, auth, ...secured, ...TIMES, disableFileAccess: true, disableUrlAccess: true })
}
