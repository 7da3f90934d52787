import { errors } from '@daymark/contracts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const UNITS = { h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS, y: 365 * DAY_MS }
const LONGEST_MS = 365 * DAY_MS
/** Tolerance for clients that request exactly one year. */
const TOLERANCE_MS = 60_000

type Life = { ttl: string; expiresAt: string | null }

/** rule 46: the expiry of a new token. INVALID_INPUT for a time in the past or more than 365 days away. */
export function endOf({ ttl, expiresAt }: Life, now: Date): Date {
  return expiresAt === null ? endOfTtl(ttl, now) : endNamed(new Date(expiresAt), now)
}

function endOfTtl(ttl: string, now: Date): Date {
  const [, count = '', unit = ''] = /^(\d+)([hdwy])$/.exec(ttl) ?? []
  const ms = Number(count) * UNITS[unit as keyof typeof UNITS]
  if (!(ms > 0)) throw errors.INVALID_INPUT({ reason: 'ttl: Send a number with h, d, w or y, such as 7d.' })
  if (ms > LONGEST_MS) throw errors.INVALID_INPUT({ reason: 'ttl: A token can be valid for at most 365d.' })
  return new Date(+now + ms)
}

function endNamed(at: Date, now: Date): Date {
  if (at <= now) throw errors.INVALID_INPUT({ reason: 'expires_at: Send a time in the future.' })
  if (+at > +now + LONGEST_MS + TOLERANCE_MS)
    throw errors.INVALID_INPUT({ reason: 'expires_at: A token can be valid for at most 365 days.' })
  return at
}
