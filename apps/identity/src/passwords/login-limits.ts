import { ADDRESS_ATTEMPTS, type AppError } from '@daymark/contracts'
import { type FailureKey, failureKey, FailureLimiter, networkOf, type Tx } from '@daymark/platform'
import { Passwords } from '@daymark/platform/passwords'
import { Injectable } from '@nestjs/common'

/** Failures of all kinds from one address. The limit is ten times that of an account, so that users behind one address do not lock each other out. */
export const addressKey = (address: string): FailureKey => ({
  key: failureKey('address', networkOf(address)),
  attempts: ADDRESS_ATTEMPTS,
})

/** For an unknown user, the typed name counts as the account. */
export const accountKey = (idOrName: string): string => failureKey('account', idOrName.trim().toLowerCase())
/** A success resets the count of the account but not of the address: an attacker's own account must not allow more guesses at others. */
export const loginKeys = (account: string, address: string): FailureKey[] => [accountKey(account), addressKey(address)]

/** Codes have their own count, because an attacker who knows the password could reset that of passwords. */
export const codeKey = (userId: string): string => failureKey('code', userId)
export const codeKeys = (userId: string, address: string): FailureKey[] => [codeKey(userId), addressKey(address)]

/** `account`: the id, or the typed name of an unknown user, for which `stored` is missing. */
type Guess = { account: string; password: string; stored: string | undefined; address: string }

/** Verifies passwords at sign-in and in the settings, limited to ten failures in 15 minutes per account and a hundred per address. */
@Injectable()
export class PasswordGuesses {
  constructor(
    private readonly passwords: Passwords,
    private readonly limiter: FailureLimiter,
  ) {}

  /** TOO_MANY_REQUESTS beyond the limit. */
  isRight({ account, password, stored, address }: Guess): Promise<boolean> {
    const allowed = () => this.limiter.assertBelowLimit(loginKeys(account, address))
    return this.passwords.matches(password, stored, { owner: networkOf(address), allowed })
  }
  /** Counts a failure and returns the error to throw. */
  failed(account: string, address: string, error: AppError): Promise<AppError> {
    return this.limiter.countFailure(loginKeys(account, address), error)
  }
  /** Call in the commit that acts on a correct password, because concurrent failures may have reached the limit first. */
  async accept(tx: Tx, userId: string, address: string): Promise<void> {
    await this.limiter.assertStillFree(tx, loginKeys(userId, address))
    await this.limiter.resetFailures(tx, accountKey(userId))
  }
}
