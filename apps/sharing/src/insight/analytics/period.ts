import type { DayFigures, HourFigures } from '@daymark/contracts'

/** Figures of one hour, as they are kept: by the clock of UTC. */
export type KeptHour = { hour: Date; visits: number; photoViews: number }
export type Period = { days: DayFigures[]; hours: HourFigures[] }

const HOURS = 24
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const DAY_DIGITS = 10

/** The last days, each with its figures, and the hours of the day in all of them: as clocks of the time zone show them. */
export function periodOf(kept: readonly KeptHour[], { now, days, timeZone }: Asked): Period {
  const clock = clockOf(timeZone)
  const figures = () => ({ visits: 0, photoViews: 0 })
  const byDay = new Map(lastDays(clock(now).day, days).map(day => [day, { day, ...figures() }]))
  const byHour = Array.from({ length: HOURS }, (_, hour) => ({ hour, ...figures() }))
  for (const { hour: at, visits, photoViews } of kept) {
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
export type Asked = { now: Date; days: number; timeZone: string }

/** No day that is asked for began earlier, wherever that is. */
export const periodBegin = ({ now, days }: Asked): Date => new Date(now.getTime() - (days + 1) * DAY_MS)

/** 2024-05-01 and the days before it, the newest last. Days of the calendar: no clock is set forward between them. */
function lastDays(today: string, count: number): string[] {
  const last = Date.parse(`${today}T00:00:00Z`)
  return Array.from({ length: count }, (_, i) =>
    new Date(last - (count - 1 - i) * DAY_MS).toISOString().slice(0, DAY_DIGITS),
  )
}

/** Day and hour that clocks of the time zone show. */
function clockOf(timeZone: string): (at: Date) => { day: string; hour: number } {
  const ahead = aheadOf(timeZone)
  return at => {
    const shown = new Date(at.getTime() + ahead(at.getTime()))
    return { day: shown.toISOString().slice(0, DAY_DIGITS), hour: shown.getUTCHours() }
  }
}

/** How far clocks are ahead of UTC, in ms. Asking Intl for every hour takes longer than all the rest: mostly a day has one answer. */
function aheadOf(timeZone: string): (at: number) => number {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
  // the Swedish way is that of ISO 8601: 2024-05-01 17:30
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, ...parts, hourCycle: 'h23' })
  const exactly = (at: number): number => Date.parse(`${format.format(at).replace(' ', 'T')}Z`) - at
  const known = new Map<number, number>()
  const atMidnight = (day: number): number => {
    const ahead = known.get(day) ?? exactly(day * DAY_MS)
    known.set(day, ahead)
    return ahead
  }
  return at => {
    const day = Math.floor(at / DAY_MS)
    const ahead = atMidnight(day)
    return ahead === atMidnight(day + 1) ? ahead : exactly(at - (at % MINUTE_MS))
  }
}
