import { ConfigError, loadConfig } from '@daymark/platform'
import { MailConfig, readMailServer } from './mail-settings.ts'

const SITE = 'https://photos.example.com/'
const FROM = { DAYMARK_MAIL_FROM: 'Anna’s Studio <photos@example.com>' }
const readServer = (env: Record<string, string>, site: string | undefined = SITE) =>
  readMailServer(loadConfig(MailConfig, { ...FROM, ...env }), site)
const from = { name: 'Anna’s Studio', address: 'photos@example.com' }
const site = 'https://photos.example.com'

it('mail is disabled if no server is set, even if other settings are', () =>
  expect(readServer({}, undefined)).toBeUndefined())

it.each([
  [{ DAYMARK_MAIL_URL: 'smtp://mail.example.com' }, { host: 'mail.example.com', port: 587, tls: 'starttls' }],
  [
    { DAYMARK_MAIL_URL: 'smtp://a%40b:p%2Fw@mail.example.com:2525' },
    { host: 'mail.example.com', port: 2525, tls: 'starttls', auth: { user: 'a@b', pass: 'p/w' } },
  ],
  [{ DAYMARK_MAIL_URL: 'smtps://mail.example.com' }, { host: 'mail.example.com', port: 465, tls: 'tls' }],
  [
    { DAYMARK_MAIL_URL: 'smtp://127.0.0.1:25', DAYMARK_MAIL_TLS: 'none' },
    { host: '127.0.0.1', port: 25, tls: 'none' },
  ],
])('reads host, port, encryption and credentials from %j', (env, expected) =>
  expect(readServer(env)).toEqual({ ...expected, from, site }),
)

it('the sender may be an address without a name', () =>
  expect(readServer({ DAYMARK_MAIL_URL: 'smtp://x', DAYMARK_MAIL_FROM: 'photos@example.com' })?.from).toEqual({
    name: '',
    address: 'photos@example.com',
  }))

it.each([
  ['DAYMARK_MAIL_FROM', { DAYMARK_MAIL_URL: 'smtp://x', DAYMARK_MAIL_FROM: '' }],
  ['DAYMARK_MAIL_FROM', { DAYMARK_MAIL_URL: 'smtp://x', DAYMARK_MAIL_FROM: 'Daymark' }],
  ['DAYMARK_MAIL_URL', { DAYMARK_MAIL_URL: 'https://user:secret@mail.example.com' }],
  ['DAYMARK_MAIL_URL', { DAYMARK_MAIL_URL: 'mail.example.com:587' }],
])('the error names the invalid setting %s, without its value: %j', (name, env) => {
  expect(() => readServer(env)).toThrow(ConfigError)
  expect(() => readServer(env)).toThrow(name)
  expect(() => readServer(env)).not.toThrow('secret')
})

it('the public address must be set, because mails contain links', () =>
  expect(() => readMailServer(loadConfig(MailConfig, { ...FROM, DAYMARK_MAIL_URL: 'smtp://x' }), undefined)).toThrow(
    'DAYMARK_PUBLIC_URL',
  ))
