import { Secret, TOTP } from 'otpauth'

/** As RFC 4226 recommends. */
const KEY_BYTES = 20
const CODE = /^\d{6}$/

/** What every app takes when nothing else is said: SHA-1, six digits, thirty seconds. */
const SETTINGS = { issuer: 'Daymark', algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Steps before and after: clocks differ, and typing takes time. */
const WINDOW = 1

export const newKey = (): string => new Secret({ size: KEY_BYTES }).base32

/** What an app reads from the code on the screen. */
export const uriOf = (key: string, email: string): string =>
  new TOTP({ ...SETTINGS, label: email, secret: Secret.fromBase32(key) }).toString()

/** People and apps put a space in the middle. */
export const digitsOf = (typed: string): string => typed.replace(/[\s-]/g, '')

/** The step of time that a code belongs to; undefined when it belongs to none of those around now. */
export function stepOf(key: string, typed: string, now: Date): number | undefined {
  const code = digitsOf(typed)
  if (!CODE.test(code)) return undefined
  const secret = Secret.fromBase32(key)
  const timestamp = +now
  const apart = TOTP.validate({ ...SETTINGS, secret, token: code, timestamp, window: WINDOW })
  return apart === null ? undefined : TOTP.counter({ period: SETTINGS.period, timestamp }) + apart
}
