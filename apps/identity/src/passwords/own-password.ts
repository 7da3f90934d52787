import { errors, requireUser, type Actor, type AppError } from '@daymark/contracts'
import { Database, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { User } from '../users/user.entity.ts'
import { lockUser } from '../users/users.ts'
import { PasswordGuesses } from './login-limits.ts'

/** A user whose password was verified, and the address of the request. */
export type Proved = { user: User; address: string }

/** Verifies the password of a signed-in user, with the limits of a sign-in, so that a stolen session cannot take over the account. */
@Injectable()
export class OwnPassword {
  constructor(
    private readonly db: Database,
    private readonly guesses: PasswordGuesses,
  ) {}

  /** INVALID_INPUT for a wrong password. `first` runs before the password is hashed and may reject the request. */
  async prove(
    actor: Actor,
    { password, address }: { password: string; address: string },
    first: (user: User) => void = () => {},
  ): Promise<Proved> {
    const user = await this.db.repository(User).findOneBy({ id: requireUser(actor) })
    if (!user) throw errors.NO_SESSION()
    first(user)
    if (!(await this.guesses.isRight({ account: user.id, password, stored: user.passwordHash, address })))
      throw await this.guesses.failed(user.id, address, wrongPassword())
    return { user, address }
  }

  /** Locks the user for the commit, if the password is still the same and failures are below the limit. */
  async hold(tx: Tx, { user, address }: Proved): Promise<User> {
    const current = await lockUser(tx, user.id)
    if (current?.passwordHash !== user.passwordHash) throw wrongPassword() // it was changed since the check
    await this.guesses.accept(tx, user.id, address)
    return current
  }
}

const wrongPassword = (): AppError => errors.INVALID_INPUT({ reason: 'The current password is not correct.' })
