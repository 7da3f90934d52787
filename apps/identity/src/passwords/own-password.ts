import { errors, requireUser, type Actor, type AppError } from '@daymark/contracts'
import { Database, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { User } from '../users/user.entity.ts'
import { lockUser } from '../users/users.ts'
import { PasswordGuesses } from './password-guesses.ts'

/** Whose password was right, and from where it was given. */
export type Proved = { user: User; address: string }

/** The password asked for again, and limited like a sign-in: a stolen session must not become the account. */
@Injectable()
export class OwnPassword {
  constructor(
    private readonly db: Database,
    private readonly guesses: PasswordGuesses,
  ) {}

  /** INVALID_INPUT when it is wrong. `first` refuses what is no use anyway, before the password is hashed. */
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

  /** The user held for the commit that acts on it, if the password is still that one and still counts. */
  async hold(tx: Tx, { user, address }: Proved): Promise<User> {
    const current = await lockUser(tx, user.id)
    if (current?.passwordHash !== user.passwordHash) throw wrongPassword() // it was changed meanwhile
    await this.guesses.accept(tx, user.id, address)
    return current
  }
}

const wrongPassword = (): AppError => errors.INVALID_INPUT({ reason: 'The current password is not correct.' })
