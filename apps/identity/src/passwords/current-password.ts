import { errors, type AppError } from '@daymark/contracts'
import { FailureLimiter, networkOf, type Tx } from '@daymark/platform'
import { Passwords } from '@daymark/platform/passwords'
import { Injectable } from '@nestjs/common'
import { accountKey, loginKeys } from '../limiter/login-keys.ts'
import type { User } from '../users/user.entity.ts'
import { lockUser } from '../users/users.ts'

type Given = { currentPassword: string; address: string }

/** Asked for again before an account changes, and limited like a sign-in: a stolen session must not become the account. */
@Injectable()
export class CurrentPassword {
  private readonly passwords: Passwords
  private readonly limiter: FailureLimiter
  constructor(passwords: Passwords, limiter: FailureLimiter) {
    this.passwords = passwords
    this.limiter = limiter
  }

  /** INVALID_INPUT when it is not right, TOO_MANY_REQUESTS after ten of those. */
  async verify(user: User, { currentPassword, address }: Given): Promise<void> {
    const keys = loginKeys(user.id, address)
    const guess = { owner: networkOf(address), allowed: () => this.limiter.assertFree(keys) }
    if (!(await this.passwords.matches(currentPassword, user.passwordHash, guess)))
      throw await this.limiter.failed(keys, wrongPassword())
  }

  /** In the transaction that acts on it: the user, whose password is still the one that was verified. */
  async confirm(tx: Tx, user: User, { address }: Given): Promise<User> {
    const current = await lockUser(tx, user.id)
    if (current?.passwordHash !== user.passwordHash) throw wrongPassword() // it was changed meanwhile
    await this.limiter.assertStillFree(tx, loginKeys(user.id, address))
    await this.limiter.forgive(tx, accountKey(user.id))
    return current
  }
}

const wrongPassword = (): AppError => errors.INVALID_INPUT({ reason: 'The current password is not right.' })
