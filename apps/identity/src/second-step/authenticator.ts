import { Clock, Logger, Sealer } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Secret, TOTP } from 'otpauth'
import type { SecondStep } from './second-step.entity.ts'

/** Size of a TOTP key, as RFC 4226 recommends. */
const KEY_BYTES = 20
const CODE_PATTERN = /^\d{6}$/

/** The settings that all authenticator apps support: SHA-1, six digits, and a new code every thirty seconds. */
const TOTP_SETTINGS = { issuer: 'Daymark', algorithm: 'SHA1', digits: 6, period: 30 } as const
/**
 * Number of time steps before and after the current time step whose codes are also accepted, because clocks differ and typing takes time.
 */
const ACCEPTED_STEPS = 1

export const createTotpKey = (): string => new Secret({ size: KEY_BYTES }).base32

/** Returns the URI that authenticator apps read from the QR code. */
export const totpUri = (key: string, email: string): string =>
  new TOTP({ ...TOTP_SETTINGS, label: email, secret: Secret.fromBase32(key) }).toString()

/** Removes spaces and hyphens from a typed code. */
const removeSeparators = (typed: string): string => typed.replace(/[\s-]/g, '')

/** Returns the time step to which the code belongs, or undefined if the code does not match an accepted step. */
export function findTimeStep(key: string, typed: string, now: Date): number | undefined {
  const code = removeSeparators(typed)
  if (!CODE_PATTERN.test(code)) return undefined
  const secret = Secret.fromBase32(key)
  const timestamp = +now
  const stepDifference = TOTP.validate({ ...TOTP_SETTINGS, secret, token: code, timestamp, window: ACCEPTED_STEPS })
  return stepDifference === null
    ? undefined
    : TOTP.counter({ period: TOTP_SETTINGS.period, timestamp }) + stepDifference
}

const SEAL_PURPOSE = 'authenticator key'

/** Encrypts the keys of authenticator apps for the database, and verifies codes. */
@Injectable()
export class Authenticators {
  constructor(
    private readonly sealer: Sealer,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  /** Returns the row of a new key. The step of the code that confirmed the key counts as used. */
  createRow(userId: string, key: string, step: number) {
    const sealedKey = this.sealer.seal(SEAL_PURPOSE, userId, Buffer.from(key))
    return { userId, sealedKey, usedSteps: [String(step)], createdAt: this.clock.now() }
  }
  findTimeStep(key: string, code: string): number | undefined {
    return findTimeStep(key, code, this.clock.now())
  }
  /**
   * Returns the time step of a valid code, and undefined otherwise. After a change of DAYMARK_SECRET no code is valid, because the key
   * cannot be decrypted; recovery codes still work.
   */
  verifyCode({ userId, sealedKey }: SecondStep, code: string): number | undefined {
    const key = this.sealer.open(SEAL_PURPOSE, userId, sealedKey)
    if (key) return this.findTimeStep(key.toString(), code)
    this.log.warn(
      { event: 'identity.second-step-unreadable', userId },
      'DAYMARK_SECRET differs from the secret with which this second step was set up. Only recovery codes work.',
    )
    return undefined
  }
}
