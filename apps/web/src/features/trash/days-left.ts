const DAY_MS = 86_400_000

/** In whole days, rounded up: an item that is removed within the next day has one left. */
export function daysLeft(purgedAt: string, now = Date.now()): string {
  const days = Math.max(1, Math.ceil((Date.parse(purgedAt) - now) / DAY_MS))
  return days === 1 ? '1 day left' : `${days} days left`
}
