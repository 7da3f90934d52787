import { DAY_MS, MINUTE_MS, type DayVisits, type HourVisits } from '@daymark/contracts'

/** Stored figures of one hour, which is an hour in UTC. */
export type StoredHour = { hour: Date; visits: number; photoViews: number }
export type AggregatedFigures = { days: DayVisits[]; hours: HourVisits[] }

const HOURS_PER_DAY = 24
const ISO_DATE_LENGTH = 10

/** Adds up hourly figures per day and per hour of the day in a time zone. */
export function aggregateByDayAndHour(
  storedHours: readonly StoredHour[],
  { now, days, timeZone }: PeriodRequest,
): AggregatedFigures {
  const toLocalTime = createLocalTimeConverter(timeZone)
  const zeroCounts = () => ({ visits: 0, photoViews: 0 })
  const byDay = new Map(lastDays(toLocalTime(now).day, days).map(day => [day, { day, ...zeroCounts() }]))
  const byHour = Array.from({ length: HOURS_PER_DAY }, (_, hour) => ({ hour, ...zeroCounts() }))
  for (const { hour: hourStart, visits, photoViews } of storedHours) {
    const { day, hour } = toLocalTime(hourStart)
    const dayCounts = byDay.get(day)
    if (!dayCounts) continue
    for (const counts of [dayCounts, byHour[hour]]) {
      if (!counts) continue
      counts.visits += visits
      counts.photoViews += photoViews
    }
  }
  return { days: [...byDay.values()], hours: byHour }
}
type PeriodRequest = { now: Date; days: number; timeZone: string }

/** Returns the earliest time that the period can include in any time zone. */
export const earliestPeriodStart = ({ now, days }: PeriodRequest): Date => new Date(now.getTime() - (days + 1) * DAY_MS)

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
function createLocalTimeConverter(timeZone: string): (time: Date) => { day: string; hour: number } {
  const computeOffsetMs = createUtcOffsetFunction(timeZone)
  return time => {
    const local = new Date(time.getTime() + computeOffsetMs(time.getTime()))
    return { day: local.toISOString().slice(0, ISO_DATE_LENGTH), hour: local.getUTCHours() }
  }
}

/**
 * Returns a function that computes the offset from UTC in milliseconds. Because Intl is slow, the offset at midnight is used for all of a
 * day on which the offset does not change.
 */
function createUtcOffsetFunction(timeZone: string): (timeMs: number) => number {
  const dateParts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
  // the Swedish format is that of ISO 8601: 2024-05-01 17:30
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, ...dateParts, hourCycle: 'h23' })
  const offsetAt = (timeMs: number): number => Date.parse(`${format.format(timeMs).replace(' ', 'T')}Z`) - timeMs
  const midnightOffsets = new Map<number, number>()
  const offsetAtMidnight = (day: number): number => {
    const offset = midnightOffsets.get(day) ?? offsetAt(day * DAY_MS)
    midnightOffsets.set(day, offset)
    return offset
  }
  return timeMs => {
    const day = Math.floor(timeMs / DAY_MS)
    const offset = offsetAtMidnight(day)
    return offset === offsetAtMidnight(day + 1) ? offset : offsetAt(timeMs - (timeMs % MINUTE_MS))
  }
}
