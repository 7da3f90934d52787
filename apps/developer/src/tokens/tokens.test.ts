import { computeExpiry } from './tokens.handlers.ts'

const now = new Date('2026-05-10T12:00:00.000Z')
const hoursUntilExpiry = (ttl: string) => (+computeExpiry({ ttl, expiresAt: null }, now) - +now) / 3_600_000
const computeExplicitExpiry = (expiresAt: string, ttl = '7d') => computeExpiry({ ttl, expiresAt }, now).toISOString()

describe('rule 46 the expiry of a token', () => {
  it.each([
    ['1h', 1],
    ['24h', 24],
    ['7d', 168],
    ['2w', 336],
    ['365d', 8760],
    ['1y', 8760],
    ['0007d', 168],
  ])('S-TOK-06 S-V1-28 %s is %d hours away', (ttl, hours) => expect(hoursUntilExpiry(ttl)).toBe(hours))

  it.each([
    '0d',
    '366d',
    '2y',
    '53w',
    '8761h',
    '7',
    'd',
    '7m',
    '-7d',
    '7 d',
    '1.5d',
    '7D',
    '99999999999999999999d',
    '',
  ])('refuses %j', ttl => expect(() => hoursUntilExpiry(ttl)).toThrow(/^ttl: /))

  it('is the time in `expires_at` if the request contains one, even if `ttl` is present or invalid', () => {
    expect(computeExplicitExpiry('2026-05-10T12:00:01.000Z', '1y')).toBe('2026-05-10T12:00:01.000Z')
    expect(computeExplicitExpiry('2027-05-10T12:00:30.000Z', 'nonsense')).toBe('2027-05-10T12:00:30.000Z')
  })
  it.each(['2026-05-10T12:00:00.000Z', '2020-01-01T00:00:00.000Z', '2027-05-10T12:01:01.000Z'])(
    'refuses %s, which is not in the future or more than a year away',
    at => expect(() => computeExplicitExpiry(at)).toThrow(/^expires_at: /),
  )
})
