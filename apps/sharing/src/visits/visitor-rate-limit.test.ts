import { Clock } from '@daymark/platform'
import { MAX_EVENTS_PER_HOUR, VisitorRateLimit } from './visitor-rate-limit.ts'

class FixedClock extends Clock {
  time = new Date('2026-05-01T12:00:00Z')
  override now() {
    return this.time
  }
}
const countAllowed = (rateLimit: VisitorRateLimit, link: string, visitor: () => string, tries: number) =>
  Array.from({ length: tries }, () => rateLimit.allow(link, visitor())).filter(Boolean).length

describe('the hourly limit of visitor activity', () => {
  it('applies per visitor and does not affect other visitors', () => {
    const rateLimit = new VisitorRateLimit(new FixedClock())
    expect(countAllowed(rateLimit, 'link', () => 'loud', 1000)).toBe(MAX_EVENTS_PER_HOUR.visitor)
    expect(rateLimit.allow('link', 'calm')).toBe(true)
  })

  it('applies per link, regardless of the number of visitor ids', () => {
    const rateLimit = new VisitorRateLimit(new FixedClock())
    let n = 0
    expect(countAllowed(rateLimit, 'link', () => `v${n++}`, 60_000)).toBe(MAX_EVENTS_PER_HOUR.link)
    expect(rateLimit.allow('another link', 'v0')).toBe(true)
  })

  it('starts again with the next hour', () => {
    const clock = new FixedClock()
    const rateLimit = new VisitorRateLimit(clock)
    countAllowed(rateLimit, 'link', () => 'loud', 1000)
    clock.time = new Date('2026-05-01T13:00:00Z')
    expect(rateLimit.allow('link', 'loud')).toBe(true)
  })
})
