import { type AppError, errors } from '@daymark/contracts'
import { Database, FailureLimiter, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { EntityManager } from 'typeorm'
import { Challenges, passwordDigest } from '../challenges/challenges.ts'
import { codeKey, codeKeys } from '../passwords/login-limits.ts'
import type { User } from '../users/user.entity.ts'
import { lockUser } from '../users/users.ts'
import { Authenticators } from './authenticators.ts'
import { forgetRecoveryCodes, saveRecoveryCodes, newRecoveryCodes, consumeRecoveryCode } from './recovery-codes.ts'
import { SecondStep } from './second-step.entity.ts'

type Guess = { userId: string; code: string; address: string }

/** Two-step sign-in of users. Every code is verified and used here. */
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

  /** The error that requests the code. It carries the sealed result of the first step, so nothing is stored. */
  requireCode({ id: userId, passwordHash }: User): AppError {
    const content = { userId, passwordDigest: passwordDigest(passwordHash) }
    return errors.SECOND_STEP_REQUIRED({ challenge: this.challenges.issue('second-step', content) })
  }

  /**
   * Runs `work` in the commit that uses the code. The user's row is locked, so that one of two concurrent requests with the same code
   * fails. Failures are limited per account and address, separately from passwords, because a correct password would reset them.
   */
  async spend<T>({ userId, code, address }: Guess, wrong: AppError, work: (tx: Tx) => Promise<T>): Promise<T> {
    const keys = codeKeys(userId, address)
    await this.limiter.assertBelowLimit(keys)
    const result = await this.db.commit(async tx => {
      await lockUser(tx, userId)
      await this.limiter.assertStillFree(tx, keys)
      if (!(await this.take(tx, userId, code))) return { refused: await this.limiter.countFailureIn(tx, keys, wrong) }
      await this.limiter.resetFailures(tx, codeKey(userId))
      return { value: await work(tx) }
    })
    if ('refused' in result) throw result.refused
    return result.value
  }

  /** Turns it on and returns the recovery codes. Undefined if the code does not match the key. */
  turningOn(userId: string, key: string, code: string): ((tx: Tx) => Promise<string[]>) | undefined {
    const step = this.authenticators.step(key, code)
    if (step === undefined) return undefined
    return async tx => {
      await tx.em.insert(SecondStep, this.authenticators.rowOf(userId, key, step))
      return renewCodes(tx, userId)
    }
  }

  private async take(tx: Tx, userId: string, code: string): Promise<boolean> {
    const secondStep = await tx.em.findOneBy(SecondStep, { userId })
    if (!secondStep) return false
    const step = this.authenticators.stepOf(secondStep, code)
    if (step === undefined) return consumeRecoveryCode(tx, userId, code)
    if (!secondStep.take(step)) return false
    await tx.em.save(secondStep)
    return true
  }
}

export async function renewCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  await saveRecoveryCodes(tx, userId, codes)
  return codes
}

/** Turns it off and deletes all of its data. */
export async function turnOff(tx: Tx, userId: string): Promise<void> {
  await tx.em.delete(SecondStep, { userId })
  await forgetRecoveryCodes(tx, userId)
}
