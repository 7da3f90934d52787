import { errors, requireUser, type Actor, type AppError } from '@daymark/contracts'
import { Database, FailureLimiter, networkOf, type Tx } from '@daymark/platform'
import { Passwords } from '@daymark/platform/passwords'
import { Injectable } from '@nestjs/common'
import { accountKey, loginKeys } from '../limiter/login-keys.ts'
import { User } from '../users/user.entity.ts'
import { lockUser } from '../users/users.ts'

/** Whose password was right, and from where it was given. */
export type Proved = { user: User; address: string }

/** The password asked for again, and limited like a sign-in: a stolen session must not become the account. */
@Injectable()
export class OwnPassword {
  private readonly db: Database
  private readonly passwords: Passwords
  private readonly limiter: FailureLimiter
  constructor(db: Database, passwords: Passwords, limiter: FailureLimiter) {
    this.db = db
    this.passwords = passwords
    this.limiter = limiter
  }

  /** INVALID_INPUT when it is wrong. `first` refuses what is no use anyway, before the password is hashed. */
  async prove(
    actor: Actor,
    { password, address }: { password: string; address: string },
    first: (user: User) => void = () => {},
  ): Promise<Proved> {
    const user = await this.db.repository(User).findOneBy({ id: requireUser(actor) })
    if (!user) throw errors.NO_SESSION()
    first(user)
    const keys = loginKeys(user.id, address)
    const guess = { owner: networkOf(address), allowed: () => this.limiter.assertFree(keys) }
    if (!(await this.passwords.matches(password, user.passwordHash, guess)))
      throw await this.limiter.failed(keys, wrongPassword())
    return { user, address }
  }

  /** The user held for the commit that acts on it, if the password is still that one and still counts. */
  async hold(tx: Tx, { user, address }: Proved): Promise<User> {
    const current = await lockUser(tx, user.id)
    if (current?.passwordHash !== user.passwordHash) throw wrongPassword() // it was changed meanwhile
    await this.limiter.assertStillFree(tx, loginKeys(user.id, address))
    await this.limiter.forgive(tx, accountKey(user.id))
    return current
  }
}

const wrongPassword = (): AppError => errors.INVALID_INPUT({ reason: 'The current password is not right.' })
