import { Secret, TOTP } from 'otpauth'

/** As RFC 4226 recommends. */
const KEY_BYTES = 20
const CODE = /^\d{6}$/

/** The defaults of all authenticator apps: SHA-1, six digits, thirty seconds. */
const SETTINGS = { issuer: 'Daymark', algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Accepted steps before and after the present one, for clock differences and typing. */
const WINDOW = 1

export const newKey = (): string => new Secret({ size: KEY_BYTES }).base32

/** The URI in the QR code. */
export const uriOf = (key: string, email: string): string =>
  new TOTP({ ...SETTINGS, label: email, secret: Secret.fromBase32(key) }).toString()

/** Removes the space that users and apps put in the middle. */
export const digitsOf = (typed: string): string => typed.replace(/[\s-]/g, '')

/** The time step of a code; undefined if it matches no accepted step. */
export function stepOf(key: string, typed: string, now: Date): number | undefined {
  const code = digitsOf(typed)
  if (!CODE.test(code)) return undefined
  const secret = Secret.fromBase32(key)
  const timestamp = +now
  const apart = TOTP.validate({ ...SETTINGS, secret, token: code, timestamp, window: WINDOW })
  return apart === null ? undefined : TOTP.counter({ period: SETTINGS.period, timestamp }) + apart
}
