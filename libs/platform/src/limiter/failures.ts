import { createHash } from 'node:crypto'
import { LOGIN_ATTEMPTS, LOGIN_WINDOW_MS } from '@daymark/contracts'

export const windowStart = (now: Date): Date => new Date(+now - LOGIN_WINDOW_MS)
/** Failures after this time are ignored: a process with a wrong clock wrote them, and they would lock users out for too long. */
export const windowEnd = (now: Date): Date => new Date(+now + LOGIN_WINDOW_MS)

/** Milliseconds until the next attempt is allowed, 0 if it is allowed now: at most `attempts` failures within any 15 minutes. */
export function waitMs(failures: Date[], now: Date, attempts = LOGIN_ATTEMPTS): number {
  const recent = failures.filter(at => at > windowStart(now) && at <= windowEnd(now)).sort((a, b) => +a - +b)
  const lastAllowed = recent.at(-attempts)
  if (recent.length < attempts || !lastAllowed) return 0
  return Math.min(+lastAllowed + LOGIN_WINDOW_MS - +now, LOGIN_WINDOW_MS)
}

/**
 * Attempts per network and 15 minutes for an action that uses up a capacity, such as the guests of a link. The guests of a wedding share
 * one address, so the limit applies only when half of the capacity is used; the rest remains for other networks.
 */
export const attemptsPerNetwork = (limits: {
  used: number | undefined
  capacity: number
  perNetwork: number
}): number => ((limits.used ?? 0) * 2 < limits.capacity ? limits.capacity : limits.perNetwork)

/** A key for `FailureLimiter`. It is a digest, because a user may type their password as user name, and an IP address is personal data. */
export const failureKey = (kind: string, ...parts: string[]): string =>
  `${kind}:${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`
