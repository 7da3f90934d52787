import type { AppError } from '@daymark/contracts'
import { FailureLimiter, networkOf, type Tx } from '@daymark/platform'
import { Passwords } from '@daymark/platform/passwords'
import { Injectable } from '@nestjs/common'
import { accountKey, loginKeys } from '../limiter/login-keys.ts'

/** `account`: its id, or the name that was typed when nobody has it; `stored` is missing then. */
type Guess = { account: string; password: string; stored: string | undefined; address: string }

/** Passwords as they are given, at the sign-in and again in the settings: ten failures in 15 minutes per account, and a hundred per address. */
@Injectable()
export class PasswordGuesses {
  constructor(
    private readonly passwords: Passwords,
    private readonly limiter: FailureLimiter,
  ) {}

  /** TOO_MANY_REQUESTS where it is no longer looked at. */
  isRight({ account, password, stored, address }: Guess): Promise<boolean> {
    const allowed = () => this.limiter.assertBelowLimit(loginKeys(account, address))
    return this.passwords.matches(password, stored, { owner: networkOf(address), allowed })
  }
  /** Counts a failure; answers what to throw. */
  failed(account: string, address: string, error: AppError): Promise<AppError> {
    return this.limiter.countFailure(loginKeys(account, address), error)
  }
  /** In the commit that acts on a right one: failures of the same moment may have come first. */
  async accept(tx: Tx, userId: string, address: string): Promise<void> {
    await this.limiter.assertStillFree(tx, loginKeys(userId, address))
    await this.limiter.resetFailures(tx, accountKey(userId))
  }
}
