import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { LOGIN_ATTEMPTS, LOGIN_WINDOW_MS } from '@daymark/contracts'

export const windowStart = (now: Date): Date => new Date(+now - LOGIN_WINDOW_MS)
/** Clocks of replicas differ a little. What lies further ahead was counted before a clock was put back, and must lock nobody out. */
export const windowEnd = (now: Date): Date => new Date(+now + LOGIN_WINDOW_MS)

/** Milliseconds until an attempt is allowed again, 0 when it is now: at most 10 failures within any 15 minutes (READINGS 30). */
export function waitMs(failures: Date[], now: Date): number {
  const recent = failures.filter(at => at > windowStart(now) && at <= windowEnd(now)).sort((a, b) => +a - +b)
  const tenthLast = recent.at(-LOGIN_ATTEMPTS)
  if (recent.length < LOGIN_ATTEMPTS || !tenthLast) return 0
  return Math.min(+tenthLast + LOGIN_WINDOW_MS - +now, LOGIN_WINDOW_MS)
}

/** What somebody typed as a name may be a password: only digests are kept. Addresses are personal data: the same. */
export const accountKey = (idOrName: string): string => `account:${digest(idOrName.trim().toLowerCase())}`
export const addressKey = (address: string): string => `address:${digest(network(address))}`

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** A customer gets a whole /64 of IPv6: it counts as one address. */
export function network(address: string): string {
  const plain = address
    .toLowerCase()
    .replace(/^::ffff:(?=\d+\.)/, '')
    .replace(/%.*$/, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? 0 : 8 - groups.length - rest.length
  const all = [...groups, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...rest]
  return `${all
    .slice(0, 4)
    .map(group => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
