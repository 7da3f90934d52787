import { errors, requireUser, type Actor, type AppError } from '@daymark/contracts'
import { Database, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { User } from '../users/user.entity.ts'
import { lockUser } from '../users/users.ts'
import { PasswordGuesses } from './password-guesses.ts'

type Given = { currentPassword: string; address: string }

/** Asked for again before an account changes, and limited like a sign-in: a stolen session must not become the account. */
@Injectable()
export class CurrentPassword {
  private readonly db: Database
  private readonly guesses: PasswordGuesses
  constructor(db: Database, guesses: PasswordGuesses) {
    this.db = db
    this.guesses = guesses
  }

  /** The caller, whose password this is. */
  async proved(actor: Actor, given: Given): Promise<User> {
    const user = await this.db.repository(User).findOneBy({ id: requireUser(actor) })
    if (!user) throw errors.NO_SESSION()
    await this.verify(user, given)
    return user
  }

  /** INVALID_INPUT when it is not right, TOO_MANY_REQUESTS after ten of those. */
  async verify({ id, passwordHash: stored }: User, { currentPassword: password, address }: Given): Promise<void> {
    if (!(await this.guesses.isRight({ account: id, password, stored, address })))
      throw await this.guesses.failed(id, address, wrongPassword())
  }

  /** In the transaction that acts on it: the user, whose password is still the one that was verified. */
  async confirm(tx: Tx, user: User, { address }: Given): Promise<User> {
    const current = await lockUser(tx, user.id)
    if (current?.passwordHash !== user.passwordHash) throw wrongPassword() // it was changed meanwhile
    await this.guesses.accept(tx, user.id, address)
    return current
  }
}

const wrongPassword = (): AppError => errors.INVALID_INPUT({ reason: 'The current password is not right.' })
