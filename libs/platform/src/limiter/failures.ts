import { createHash } from 'node:crypto'
import { LOGIN_ATTEMPTS, LOGIN_WINDOW_MS } from '@daymark/contracts'

export const windowStart = (now: Date): Date => new Date(+now - LOGIN_WINDOW_MS)
/** Later ones were written by a process whose clock was wrong: they would refuse people for as long as it was. */
export const windowEnd = (now: Date): Date => new Date(+now + LOGIN_WINDOW_MS)

/** Milliseconds until an attempt is allowed again, 0 when it is now: at most so many failures within any 15 minutes. */
export function waitMs(failures: Date[], now: Date, attempts = LOGIN_ATTEMPTS): number {
  const recent = failures.filter(at => at > windowStart(now) && at <= windowEnd(now)).sort((a, b) => +a - +b)
  const lastAllowed = recent.at(-attempts)
  if (recent.length < attempts || !lastAllowed) return 0
  return Math.min(+lastAllowed + LOGIN_WINDOW_MS - +now, LOGIN_WINDOW_MS)
}

/**
 * How often one network may do in 15 minutes what uses up a capacity, such as the guests of a link. The guests of a wedding share
 * one address, so the limit applies only once more than half of the capacity is used: the rest stays for other networks.
 */
export const attemptsPerNetwork = (limits: {
  used: number | undefined
  capacity: number
  perNetwork: number
}): number => ((limits.used ?? 0) * 2 < limits.capacity ? limits.capacity : limits.perNetwork)

/** What failures are counted for. Only a digest is kept: a name may be a password, an address is personal. */
export const failureKey = (kind: string, ...parts: string[]): string =>
  `${kind}:${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`
