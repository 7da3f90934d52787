import { LOGIN_WINDOW_MS } from '@daymark/contracts'
import { failureKey, computeWaitMs } from './failure-limiter.ts'

const now = new Date('2026-05-10T12:00:00.000Z')
const createFailures = (...secondsAgo: number[]): Date[] => secondsAgo.map(s => new Date(+now - s * 1000))

describe('the time until the next attempt', () => {
  it('is zero before the tenth failure', () => {
    expect(computeWaitMs([], now)).toBe(0)
    expect(computeWaitMs(createFailures(1, 2, 3, 4, 5, 6, 7, 8, 9), now)).toBe(0)
  })
  it('ends when the tenth-last failure is 15 minutes old, in any order of failures', () => {
    expect(computeWaitMs(createFailures(5, 1, 2, 100, 3, 4, 6, 7, 8, 9), now)).toBe(LOGIN_WINDOW_MS - 100_000)
    expect(computeWaitMs(createFailures(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12), now)).toBe(LOGIN_WINDOW_MS - 10_000)
  })
  it('never exceeds 15 minutes after the clock is set back, and failures an hour ahead do not count', () => {
    expect(computeWaitMs(createFailures(...Array.from({ length: 20 }, () => -3600)), now)).toBe(0)
    expect(computeWaitMs(createFailures(...Array.from({ length: 20 }, () => -5)), now)).toBe(LOGIN_WINDOW_MS)
  })
  it('ignores failures that are 15 minutes old', () => {
    expect(computeWaitMs(createFailures(1, 2, 3, 4, 5, 6, 7, 8, 9, 900), now)).toBe(0)
    expect(computeWaitMs(createFailures(1, 2, 3, 4, 5, 6, 7, 8, 9, 899), now)).toBe(1000)
  })
  it('counts failures from a clock that is slightly ahead and ignores those a day ahead', () => {
    expect(computeWaitMs(createFailures(1, 2, 3, 4, 5, 6, 7, 8, 9, -60), now)).toBe(LOGIN_WINDOW_MS - 9000)
    const tomorrow = createFailures(...Array.from({ length: 12 }, (_, i) => i - 86_400))
    expect(computeWaitMs(tomorrow, now)).toBe(0)
  })
})

it('keys are stored as digests, and similar keys differ', () => {
  expect(failureKey('account', 'anna@example.org')).not.toContain('anna')
  expect(failureKey('account', 'x')).not.toBe(failureKey('address', 'x'))
  expect(failureKey('gallery', 'ab', 'c')).not.toBe(failureKey('gallery', 'a', 'bc'))
})
