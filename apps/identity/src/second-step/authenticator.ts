import { Clock, Sealer } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Secret, TOTP } from 'otpauth'
import { IdentityLog } from '../log.ts'
import type { SecondStep } from './second-step.entity.ts'

/** As RFC 4226 recommends. */
const KEY_BYTES = 20
const CODE_PATTERN = /^\d{6}$/

/** The defaults of all authenticator apps: SHA-1, six digits, thirty seconds. */
const TOTP_SETTINGS = { issuer: 'Daymark', algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Accepted steps before and after the present one, for clock differences and typing. */
const ACCEPTED_STEPS = 1

export const createTotpKey = (): string => new Secret({ size: KEY_BYTES }).base32

/** The URI in the QR code. */
export const totpUri = (key: string, email: string): string =>
  new TOTP({ ...TOTP_SETTINGS, label: email, secret: Secret.fromBase32(key) }).toString()

/** Removes the space or hyphen in the middle of a code. */
export const removeSeparators = (typed: string): string => typed.replace(/[\s-]/g, '')

/** Returns the time step of a code, or undefined if the code matches no accepted step. */
export function findTimeStep(key: string, typed: string, now: Date): number | undefined {
  const code = removeSeparators(typed)
  if (!CODE_PATTERN.test(code)) return undefined
  const secret = Secret.fromBase32(key)
  const timestamp = +now
  const apart = TOTP.validate({ ...TOTP_SETTINGS, secret, token: code, timestamp, window: ACCEPTED_STEPS })
  return apart === null ? undefined : TOTP.counter({ period: TOTP_SETTINGS.period, timestamp }) + apart
}

const SEAL_PURPOSE = 'authenticator key'

/** Seals the keys of authenticator apps and verifies their codes. */
@Injectable()
export class Authenticators {
  constructor(
    private readonly sealer: Sealer,
    private readonly clock: Clock,
    private readonly log: IdentityLog,
  ) {}

  /** Returns the row of a new key. The code that confirmed the key counts as used. */
  createRow(userId: string, key: string, step: number) {
    const sealedKey = this.sealer.seal(SEAL_PURPOSE, userId, Buffer.from(key))
    return { userId, sealedKey, usedSteps: [String(step)], createdAt: this.clock.now() }
  }
  findTimeStep(key: string, code: string): number | undefined {
    return findTimeStep(key, code, this.clock.now())
  }
  /** Returns the time step of a valid code. No code is valid after DAYMARK_SECRET changed; recovery codes still work. */
  verifyCode({ userId, sealedKey }: SecondStep, code: string): number | undefined {
    const key = this.sealer.open(SEAL_PURPOSE, userId, sealedKey)
    if (key) return this.findTimeStep(key.toString(), code)
    this.log.secondStepKeyUnreadable(userId)
    return undefined
  }
}
