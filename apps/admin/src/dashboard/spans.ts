const DAY_MS = 86_400_000
const before = (now: Date, days: number): string => new Date(now.getTime() - days * DAY_MS).toISOString()

/** A week and a month of the dashboard are the last 7 and 30 days. */
export const spansBefore = (now: Date): { week: string; month: string } => ({
  week: before(now, 7),
  month: before(now, 30),
})
