import type { DayFigures, HourFigures } from '@daymark/contracts'

/** Stored figures of one hour, which is an hour in UTC. */
export type StoredHour = { hour: Date; visits: number; photoViews: number }
export type Period = { days: DayFigures[]; hours: HourFigures[] }

const HOURS_PER_DAY = 24
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const ISO_DATE_LENGTH = 10

/** Computes the figures per day and per hour of the day in a time zone. */
export function analyticsPeriod(stored: readonly StoredHour[], { now, days, timeZone }: PeriodRequest): Period {
  const clock = createLocalClock(timeZone)
  const figures = () => ({ visits: 0, photoViews: 0 })
  const byDay = new Map(lastDays(clock(now).day, days).map(day => [day, { day, ...figures() }]))
  const byHour = Array.from({ length: HOURS_PER_DAY }, (_, hour) => ({ hour, ...figures() }))
  for (const { hour: at, visits, photoViews } of stored) {
    const { day, hour } = clock(at)
    const ofDay = byDay.get(day)
    if (!ofDay) continue
    for (const figure of [ofDay, byHour[hour]]) {
      if (!figure) continue
      figure.visits += visits
      figure.photoViews += photoViews
    }
  }
  return { days: [...byDay.values()], hours: byHour }
}
type PeriodRequest = { now: Date; days: number; timeZone: string }

/** Returns the earliest time that the period can include in any time zone. */
export const periodStart = ({ now, days }: PeriodRequest): Date => new Date(now.getTime() - (days + 1) * DAY_MS)

/**
 * Returns the last `count` calendar days up to today, such as 2024-05-01, oldest first. Calendar days are computed in UTC, which has no
 * daylight saving time.
 */
function lastDays(today: string, count: number): string[] {
  const last = Date.parse(`${today}T00:00:00Z`)
  return Array.from({ length: count }, (_, i) =>
    new Date(last - (count - 1 - i) * DAY_MS).toISOString().slice(0, ISO_DATE_LENGTH),
  )
}

/** Returns a function that converts a time to the day and hour in the time zone. */
function createLocalClock(timeZone: string): (at: Date) => { day: string; hour: number } {
  const offset = utcOffset(timeZone)
  return at => {
    const local = new Date(at.getTime() + offset(at.getTime()))
    return { day: local.toISOString().slice(0, ISO_DATE_LENGTH), hour: local.getUTCHours() }
  }
}

/**
 * Returns a function that computes the offset from UTC in milliseconds. Because Intl is slow, the offset at midnight is used for all of a
 * day on which the offset does not change.
 */
function utcOffset(timeZone: string): (at: number) => number {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
  // the Swedish format is that of ISO 8601: 2024-05-01 17:30
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, ...parts, hourCycle: 'h23' })
  const offsetAt = (at: number): number => Date.parse(`${format.format(at).replace(' ', 'T')}Z`) - at
  const offsets = new Map<number, number>()
  const atMidnight = (day: number): number => {
    const offset = offsets.get(day) ?? offsetAt(day * DAY_MS)
    offsets.set(day, offset)
    return offset
  }
  return at => {
    const day = Math.floor(at / DAY_MS)
    const offset = atMidnight(day)
    return offset === atMidnight(day + 1) ? offset : offsetAt(at - (at % MINUTE_MS))
  }
}
