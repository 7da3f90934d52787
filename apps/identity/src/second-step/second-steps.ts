import { type Actor, type AppError, errors } from '@daymark/contracts'
import { Database, FailureLimiter, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { EntityManager } from 'typeorm'
import { Challenges, digestPasswordHash } from '../challenges/challenges.ts'
import { codeFailureKey, codeFailureKeys } from '../passwords/password-verifier.ts'
import { CurrentPasswordVerifier } from '../passwords/passwords.ts'
import type { User } from '../users/user.entity.ts'
import { lockUser } from '../users/users.ts'
import { Authenticators } from './authenticator.ts'
import { createRecoveryCodes, deleteRecoveryCodes, saveRecoveryCodes, consumeRecoveryCode } from './recovery-codes.ts'
import { SecondStep } from './second-step.entity.ts'

type CodeAttempt = { userId: string; code: string; address: string }

/** Verifies and uses the codes of two-step sign-in. */
@Injectable()
export class SecondSteps {
  constructor(
    private readonly db: Database,
    private readonly limiter: FailureLimiter,
    private readonly authenticators: Authenticators,
    private readonly challenges: Challenges,
  ) {}

  isOn(em: EntityManager, userId: string): Promise<boolean> {
    return em.existsBy(SecondStep, { userId })
  }

  /**
   * Returns the error that requests the code. The error contains the encrypted result of the first step as a challenge, so nothing is
   * stored.
   */
  codeRequiredError({ id: userId, passwordHash }: User): AppError {
    const content = { userId, passwordDigest: digestPasswordHash(passwordHash) }
    return errors.SECOND_STEP_REQUIRED({ challenge: this.challenges.issue('second-step', content) })
  }

  /**
   * Runs `work` in the transaction that uses the code, and returns the result of `work`. Throws `wrongCode` if the code is wrong.
   *
   * The row of the user is locked, so that one of two concurrent requests with the same code fails. Wrong codes are limited per account and
   * address. They are counted separately from wrong passwords, because a correct password resets the count of passwords.
   */
  async useCode<T>(
    { userId, code, address }: CodeAttempt,
    wrongCode: AppError,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    const keys = codeFailureKeys(userId, address)
    await this.limiter.assertBelowLimit(keys)
    const result = await this.db.commit(async tx => {
      await lockUser(tx, userId)
      await this.limiter.assertStillBelowLimit(tx, keys)
      if (!(await this.verifyAndUseCode(tx, userId, code)))
        return { rejection: await this.limiter.countFailureIn(tx, keys, wrongCode) }
      await this.limiter.resetFailures(tx, codeFailureKey(userId))
      return { value: await work(tx) }
    })
    if ('rejection' in result) throw result.rejection
    return result.value
  }

  /**
   * Checks the first code of a new key. Returns a function that turns on two-step sign-in and returns the recovery codes, or undefined if
   * the code does not match the key.
   */
  prepareTurnOn(userId: string, key: string, code: string): ((tx: Tx) => Promise<string[]>) | undefined {
    const step = this.authenticators.findTimeStep(key, code)
    if (step === undefined) return undefined
    return async tx => {
      await tx.em.insert(SecondStep, this.authenticators.createRow(userId, key, step))
      return replaceRecoveryCodes(tx, userId)
    }
  }

  private async verifyAndUseCode(tx: Tx, userId: string, code: string): Promise<boolean> {
    const secondStep = await tx.em.findOneBy(SecondStep, { userId })
    if (!secondStep) return false
    const step = this.authenticators.verifyCode(secondStep, code)
    if (step === undefined) return consumeRecoveryCode(tx, userId, code)
    if (!secondStep.useTimeStep(step)) return false
    await tx.em.save(secondStep)
    return true
  }
}

export async function replaceRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = createRecoveryCodes()
  await saveRecoveryCodes(tx, userId, codes)
  return codes
}

export const wrongCodeError = (): AppError =>
  errors.INVALID_INPUT({ reason: 'This code is not valid. Enter the current code of your authenticator app.' })

/** Turns off two-step sign-in for a user: deletes the key and the recovery codes. */
export async function turnOffSecondStep(tx: Tx, userId: string): Promise<void> {
  await tx.em.delete(SecondStep, { userId })
  await deleteRecoveryCodes(tx, userId)
}

type IdentityInput = { currentPassword: string; code?: string | undefined; address: string }

/** Verifies the identity of a signed-in user before a critical action. Requires the password, and also a code if two-step sign-in is on. */
@Injectable()
export class IdentityVerifier {
  constructor(
    private readonly db: Database,
    private readonly currentPasswordVerifier: CurrentPasswordVerifier,
    private readonly secondSteps: SecondSteps,
  ) {}

  /** Returns the user, and marks the code as used. Throws INVALID_INPUT for a wrong password or code. */
  async verify(actor: Actor, { currentPassword: password, code = '', address }: IdentityInput): Promise<User> {
    const verifiedUser = await this.currentPasswordVerifier.verify(actor, { password, address })
    const userId = verifiedUser.user.id
    if (await this.secondSteps.isOn(this.db.em, userId))
      await this.secondSteps.useCode({ userId, code, address }, wrongCodeError(), tx =>
        this.currentPasswordVerifier.lockVerifiedUser(tx, verifiedUser),
      )
    else await this.db.commit(tx => this.currentPasswordVerifier.lockVerifiedUser(tx, verifiedUser))
    return verifiedUser.user
  }
}
