import { LOGIN_WINDOW_MS } from '@daymark/contracts'
import { accountKey, addressKey, network, waitMs } from './attempts.ts'

const now = new Date('2026-05-10T12:00:00.000Z')
const failures = (...secondsAgo: number[]): Date[] => secondsAgo.map(s => new Date(+now - s * 1000))

describe('how long to wait', () => {
  it('not at all before the tenth failure', () => {
    expect(waitMs([], now)).toBe(0)
    expect(waitMs(failures(1, 2, 3, 4, 5, 6, 7, 8, 9), now)).toBe(0)
  })
  it('until the tenth-last failure is 15 minutes old, whatever their order', () => {
    expect(waitMs(failures(5, 1, 2, 100, 3, 4, 6, 7, 8, 9), now)).toBe(LOGIN_WINDOW_MS - 100_000)
    expect(waitMs(failures(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12), now)).toBe(LOGIN_WINDOW_MS - 10_000)
  })
  it('a clock that was put back locks nobody out: an hour ahead does not count, seconds do, and no wait is longer', () => {
    expect(waitMs(failures(...Array.from({ length: 20 }, () => -3600)), now)).toBe(0)
    expect(waitMs(failures(...Array.from({ length: 20 }, () => -5)), now)).toBe(LOGIN_WINDOW_MS)
  })
  it('failures that are 15 minutes old do not count', () => {
    expect(waitMs(failures(1, 2, 3, 4, 5, 6, 7, 8, 9, 900), now)).toBe(0)
    expect(waitMs(failures(1, 2, 3, 4, 5, 6, 7, 8, 9, 899), now)).toBe(1000)
  })
})

describe('what counts as one', () => {
  it('account: the name without regard to case and blanks, kept as a digest', () => {
    expect(accountKey(' Anna@Example.org')).toBe(accountKey('anna@example.org'))
    expect(accountKey('anna@example.org')).not.toContain('anna')
    expect(accountKey('x')).not.toBe(addressKey('x'))
  })
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:DB8:0012:3:a:b:c:d', '2001:db8:12:3::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['unknown', 'unknown'],
  ])('address: %p is %p', (address, expected) => expect(network(address)).toBe(expected))
})
