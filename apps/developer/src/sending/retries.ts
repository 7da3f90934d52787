const SECOND = 1000
const [MINUTE, HOUR] = [60 * SECOND, 3600 * SECOND]

/** rule 51: how long after a failed attempt comes the next; after the last of them a delivery has failed. */
const WAITS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR]
/** Nothing was taken for so long: the webhook is turned off. */
const GIVEN_UP_AFTER_MS = 5 * 24 * HOUR

/** `retry`: how many there were. Undefined: that was the last. */
export function nextAttempt(retry: number, now: Date): Date | undefined {
  const wait = WAITS[retry]
  return wait === undefined ? undefined : new Date(+now + wait)
}

export const isGivenUp = (failingSince: Date | null, now: Date): boolean =>
  failingSince !== null && +now - +failingSince >= GIVEN_UP_AFTER_MS
