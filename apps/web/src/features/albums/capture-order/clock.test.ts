import { toClockError, formatClockError, toCorrectionMs, unitsToMs, splitClockError, formatUtcOffset } from './clock.ts'

describe('the clock of a camera', () => {
  it('rule 138 is correct, behind or ahead by hours, minutes and seconds', () => {
    for (const ms of [0, 1, -1, 3_612_500, -86_400_000 * 9000]) expect(toCorrectionMs(toClockError(ms))).toBe(ms)
    expect(splitClockError(toClockError(-3_612_500))).toEqual({ hours: 1, minutes: 0, seconds: 12.5 })
    expect(unitsToMs({ hours: 1, minutes: 0, seconds: 12.5 })).toBe(3_612_500)
    expect(toCorrectionMs({ direction: 'behind', ms: 0 })).toBe(0)
    expect([0, 500, -72_000, 3_612_500].map(ms => formatClockError(toClockError(ms)))).toEqual([
      'correct',
      '0.5 s behind',
      '1 min 12 s ahead',
      '1 h 0 min 12.5 s behind',
    ])
  })
  it('rule 136 time zones are written as UTC offsets', () => {
    expect(['+02:00', '-03:30', '+00:00', '+05:45'].map(formatUtcOffset)).toEqual([
      'UTC+2',
      'UTC−3:30',
      'UTC',
      'UTC+5:45',
    ])
  })
})
