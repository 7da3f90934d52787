import { aggregateByDayAndHour } from './analytics-period.ts'

const storedHour = (hour: string, visits = 1, photoViews = 0) => ({ hour: new Date(hour), visits, photoViews })
const withVisits = <T extends { visits: number }>(figures: T[]) => figures.filter(({ visits }) => visits > 0)

describe('the period of analytics', () => {
  it('ends today and contains every day', () => {
    const now = new Date('2026-03-02T10:00:00Z')
    const { days, hours } = aggregateByDayAndHour([], { now, days: 3, timeZone: 'UTC' })
    expect(days).toEqual(['2026-02-28', '2026-03-01', '2026-03-02'].map(day => ({ day, visits: 0, photoViews: 0 })))
    expect(hours.map(({ hour }) => hour)).toEqual(Array.from({ length: 24 }, (_, hour) => hour))
  })

  it('uses days of the time zone', () => {
    const now = new Date('2026-03-02T10:00:00Z')
    const late = [storedHour('2026-03-01T23:00:00Z', 2, 5), storedHour('2026-03-02T00:00:00Z', 1, 1)]
    const inBerlin = aggregateByDayAndHour(late, { now, days: 2, timeZone: 'Europe/Berlin' })
    expect(withVisits(inBerlin.days)).toEqual([{ day: '2026-03-02', visits: 3, photoViews: 6 }])
    expect(withVisits(inBerlin.hours)).toEqual([
      { hour: 0, visits: 2, photoViews: 5 },
      { hour: 1, visits: 1, photoViews: 1 },
    ])
    const inNewYork = aggregateByDayAndHour(late, { now, days: 2, timeZone: 'America/New_York' })
    expect(withVisits(inNewYork.days)).toEqual([{ day: '2026-03-01', visits: 3, photoViews: 6 }])
    expect(withVisits(inNewYork.hours).map(({ hour }) => hour)).toEqual([18, 19])
  })

  it('contains the days on which daylight saving time begins and ends', () => {
    const spring = aggregateByDayAndHour([storedHour('2026-03-29T01:00:00Z'), storedHour('2026-03-29T22:00:00Z')], {
      now: new Date('2026-03-30T05:00:00Z'),
      days: 3,
      timeZone: 'Europe/Berlin',
    })
    expect(spring.days.map(({ day, visits }) => [day, visits])).toEqual([
      ['2026-03-28', 0],
      ['2026-03-29', 1],
      ['2026-03-30', 1],
    ])
    const autumn = [storedHour('2026-10-25T00:00:00Z'), storedHour('2026-10-25T01:00:00Z')]
    const { hours } = aggregateByDayAndHour(autumn, {
      now: new Date('2026-10-25T05:00:00Z'),
      days: 1,
      timeZone: 'Europe/Berlin',
    })
    expect(withVisits(hours)).toEqual([{ hour: 2, visits: 2, photoViews: 0 }])
  })

  it('omits figures from before the period', () => {
    const { days, hours } = aggregateByDayAndHour([storedHour('2026-02-27T12:00:00Z')], {
      now: new Date('2026-03-02T10:00:00Z'),
      days: 2,
      timeZone: 'UTC',
    })
    expect([...withVisits(days), ...withVisits(hours)]).toEqual([])
  })
})
