import { MAX_ATTEMPTS_PER_ADDRESS, type AppError } from '@daymark/contracts'
import { type FailureKey, failureKey, FailureLimiter, networkOf, type Tx } from '@daymark/platform'
import { Passwords } from '@daymark/platform/passwords'
import { Injectable } from '@nestjs/common'

/**
 * Returns the key under which all failures from one network address are counted. Its limit is ten times the limit of an account, so that
 * users with the same address do not lock each other out.
 */
const addressFailureKey = (address: string): FailureKey => ({
  key: failureKey('address', networkOf(address)),
  attempts: MAX_ATTEMPTS_PER_ADDRESS,
})

/** Returns the key for an account: the user id, or the typed name if no such user exists. */
export const accountFailureKey = (idOrName: string): string => failureKey('account', idOrName.trim().toLowerCase())
/**
 * Returns the keys under which a wrong password is counted. A correct password resets the key of the account, but not the key of the
 * address: otherwise attackers could reset it by signing in to an account of their own, and continue to guess other passwords.
 */
const loginFailureKeys = (account: string, address: string): FailureKey[] => [
  accountFailureKey(account),
  addressFailureKey(address),
]

/**
 * Returns the key for wrong codes. They are counted separately, because an attacker who knows the password could reset the count of wrong
 * passwords.
 */
export const codeFailureKey = (userId: string): string => failureKey('code', userId)
export const codeFailureKeys = (userId: string, address: string): FailureKey[] => [
  codeFailureKey(userId),
  addressFailureKey(address),
]

/** `account` is the user id, or the typed name if no such user exists; `storedHash` is then undefined. */
type PasswordAttempt = { account: string; password: string; storedHash: string | undefined; address: string }

/**
 * Verifies passwords at sign-in and in the settings. After ten failures of one account or a hundred of one address within 15 minutes,
 * further attempts are rejected.
 */
@Injectable()
export class PasswordVerifier {
  constructor(
    private readonly passwords: Passwords,
    private readonly limiter: FailureLimiter,
  ) {}

  /** Throws TOO_MANY_REQUESTS if the limit of failures is reached. */
  isCorrect({ account, password, storedHash, address }: PasswordAttempt): Promise<boolean> {
    const assertAllowed = () => this.limiter.assertBelowLimit(loginFailureKeys(account, address))
    return this.passwords.matches(password, storedHash, { owner: networkOf(address), assertAllowed })
  }
  /** Counts a failed attempt. Returns `error`, or TOO_MANY_REQUESTS if the failure exceeds the limit. */
  countFailure(account: string, address: string, error: AppError): Promise<AppError> {
    return this.limiter.countFailure(loginFailureKeys(account, address), error)
  }
  /**
   * Resets the failures of the account, in the transaction that acts on a correct password. Throws TOO_MANY_REQUESTS if concurrent failures
   * have reached the limit.
   */
  async acceptPassword(tx: Tx, userId: string, address: string): Promise<void> {
    await this.limiter.assertStillBelowLimit(tx, loginFailureKeys(userId, address))
    await this.limiter.resetFailures(tx, accountFailureKey(userId))
  }
}
