import { redactLine } from './bundle-files.ts'

const token = 'Zx9_abcdefghijklmnopqrstuvwxyz0123456789ABC'

it.each([
  ['a mail address', 'sent to anna.muster+wedding@example.com', 'anna'],
  ['an address of IPv4', '{"remote":"203.0.113.77"}', '203.0.113.77'],
  ['an address of IPv6', 'from 2001:db8:0:1:2:3:4:5 and fe80::1', '2001:db8'],
  ['a short address of IPv6', 'from fe80::1', 'fe80'],
  ['a folder of a person', "open '/home/anna/photos'", 'anna'],
  ['a file', '/srv/store/Hochzeit Anna.JPG', 'Anna'],
  ['a share link', `GET /share/${token}`, token],
  ['a token of any form', `x=${token}`, token],
  ['a secret of Stripe', 'sk_live_abc', 'abc'],
  ['a password in an address', 'nats://me:secret-1@bus:4222', 'secret-1'],
])('%s is redacted', (_, line, secret) => {
  expect(redactLine(line)).not.toContain(secret)
  expect(redactLine(line)).toMatch(/\[redacted\]|~/)
})

it.each([
  '{"level":50,"time":1747000000000,"event":"subscriber.failed","id":"0197a3f2-7c11-7d2e-8f40-1c2b3a4d5e6f","attempts":3}',
  'daymark_outbox_age_seconds{service="library",priority="slow"} 12.5',
  '2026-05-31T10:00:05.123Z at 10:00:05',
  'ok       database: Postgres 18.1, may create roles',
])('%s is not changed', line => expect(redactLine(line)).toBe(line))
