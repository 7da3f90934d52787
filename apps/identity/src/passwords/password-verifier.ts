import { MAX_ATTEMPTS_PER_ADDRESS, type AppError } from '@daymark/contracts'
import { type FailureKey, failureKey, FailureLimiter, networkOf, type Tx } from '@daymark/platform'
import { Passwords } from '@daymark/platform/passwords'
import { Injectable } from '@nestjs/common'

/** Failures of all kinds from one address. The limit is ten times that of an account, so that users behind one address do not lock each other out. */
export const addressFailureKey = (address: string): FailureKey => ({
  key: failureKey('address', networkOf(address)),
  attempts: MAX_ATTEMPTS_PER_ADDRESS,
})

/** For an unknown user, the typed name counts as the account. */
export const accountFailureKey = (idOrName: string): string => failureKey('account', idOrName.trim().toLowerCase())
/** A success resets the count of the account but not of the address: an attacker's own account must not allow more guesses at others. */
export const loginFailureKeys = (account: string, address: string): FailureKey[] => [
  accountFailureKey(account),
  addressFailureKey(address),
]

/** Codes have their own count, because an attacker who knows the password could reset that of passwords. */
export const codeFailureKey = (userId: string): string => failureKey('code', userId)
export const codeFailureKeys = (userId: string, address: string): FailureKey[] => [
  codeFailureKey(userId),
  addressFailureKey(address),
]

/** `account`: the id, or the typed name of an unknown user, for which `stored` is missing. */
type PasswordAttempt = { account: string; password: string; stored: string | undefined; address: string }

/** Verifies passwords at sign-in and in the settings, limited to ten failures in 15 minutes per account and a hundred per address. */
@Injectable()
export class PasswordVerifier {
  constructor(
    private readonly passwords: Passwords,
    private readonly limiter: FailureLimiter,
  ) {}

  /** Throws TOO_MANY_REQUESTS beyond the limit. */
  isCorrect({ account, password, stored, address }: PasswordAttempt): Promise<boolean> {
    const assertAllowed = () => this.limiter.assertBelowLimit(loginFailureKeys(account, address))
    return this.passwords.matches(password, stored, { owner: networkOf(address), allowed: assertAllowed })
  }
  /** Counts a failed attempt and returns the error to throw. */
  countFailure(account: string, address: string, error: AppError): Promise<AppError> {
    return this.limiter.countFailure(loginFailureKeys(account, address), error)
  }
  /** Call in the commit that acts on a correct password, because concurrent failures may have reached the limit first. */
  async accept(tx: Tx, userId: string, address: string): Promise<void> {
    await this.limiter.assertStillFree(tx, loginFailureKeys(userId, address))
    await this.limiter.resetFailures(tx, accountFailureKey(userId))
  }
}
