/** Seconds until so many are done at this rate; null where one of the two is unknown, or nothing moves. */
export function estimate(unfinished: number | null, perMinute: number | null): number | null {
  if (unfinished === 0) return 0
  if (unfinished === null || !perMinute) return null
  return Math.ceil((unfinished / perMinute) * 60)
}
