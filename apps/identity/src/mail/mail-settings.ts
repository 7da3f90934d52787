import { Config, ConfigError } from '@daymark/platform'
import { z } from 'zod'

/** If `url` is unset, no mail is sent, and features that need mail are disabled. */
export class MailConfig extends Config(
  'DAYMARK_MAIL',
  z.object({
    url: z
      .string()
      .optional()
      .describe(
        'Address of the SMTP server: smtp://user:password@host:587, or smtps://… for implicit TLS. If unset, no email is sent',
      ),
    tls: z
      .enum(['starttls', 'tls', 'none'])
      .default('starttls')
      .describe('Encryption of the connection to the SMTP server. Use none only for a server on the same machine'),
    from: z
      .string()
      .optional()
      .describe('Sender of emails, such as Daymark <photos@example.com>. Required if DAYMARK_MAIL_URL is set'),
  }),
) {}

export type MailServer = {
  host: string
  port: number
  tls: MailConfig['tls']
  auth?: { user: string; pass: string }
  from: { name: string; address: string }
  /** The base address of links in mails, without a trailing slash. */
  site: string
}

/**
 * Returns undefined if mail is not set up. Throws a ConfigError if the sender or the public address is missing, or if a setting is invalid.
 */
export function readMailServer(config: MailConfig, publicUrl: string | undefined): MailServer | undefined {
  if (!config.url) return undefined
  const server = parseServerUrl(config.url, config.tls)
  const sender = parseSender(config.from ?? '')
  if (!sender)
    throw new ConfigError('Set DAYMARK_MAIL_FROM to the sender of emails, such as Daymark <photos@example.com>.')
  if (!publicUrl)
    throw new ConfigError('Emails contain links. Set DAYMARK_PUBLIC_URL to the address that browsers use.')
  return { ...server, from: sender, site: publicUrl.replace(/\/+$/, '') }
}

function parseServerUrl(text: string, tls: MailConfig['tls']) {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url?.protocol === 'smtp:'
  if (!url?.hostname || !(isPlain || url.protocol === 'smtps:'))
    throw new ConfigError('The setting DAYMARK_MAIL_URL is not valid. Use smtp://host:587 or smtps://host:465.')
  const encryption = isPlain ? tls : 'tls'
  const [user, password] = [url.username, url.password].map(decodeURIComponent)
  return {
    host: url.hostname,
    port: Number(url.port) || defaultPort(encryption),
    tls: encryption,
    ...smtpCredentials(user, password),
  }
}

const defaultPort = (tls: MailConfig['tls']): number => (tls === 'tls' ? 465 : 587)
const smtpCredentials = (user?: string, password?: string) => (user ? { auth: { user, pass: password ?? '' } } : {})

function parseSender(text: string): MailServer['from'] | undefined {
  const [, name = '', address = ''] = /^(?:\s*"?([^"<>]*?)"?\s*<)?\s*([^<>\s]+)\s*>?\s*$/.exec(text) ?? []
  return z.email().safeParse(address).success ? { name, address } : undefined
}
