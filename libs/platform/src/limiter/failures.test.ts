import { LOGIN_WINDOW_MS } from '@daymark/contracts'
import { failureKey, waitMs } from './failures.ts'

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
  it('failures from a clock that is ahead count while they are near, and are nothing when they are far', () => {
    expect(waitMs(failures(1, 2, 3, 4, 5, 6, 7, 8, 9, -60), now)).toBe(LOGIN_WINDOW_MS - 9000)
    const tomorrow = failures(...Array.from({ length: 12 }, (_, i) => i - 86_400))
    expect(waitMs(tomorrow, now)).toBe(0)
  })
})

it('what is counted for is kept as a digest, and apart from what looks alike', () => {
  expect(failureKey('account', 'anna@example.org')).not.toContain('anna')
  expect(failureKey('account', 'x')).not.toBe(failureKey('address', 'x'))
  expect(failureKey('gallery', 'ab', 'c')).not.toBe(failureKey('gallery', 'a', 'bc'))
})
