/** Seconds until all are done at this rate; null if a number is unknown or the rate is zero. */
export function estimate(unfinished: number | null, perMinute: number | null): number | null {
  if (unfinished === 0) return 0
  if (unfinished === null || !perMinute) return null
  return Math.ceil((unfinished / perMinute) * 60)
}
