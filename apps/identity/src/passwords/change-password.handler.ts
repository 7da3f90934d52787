import {
  errors,
  identity,
  MIN_CHOSEN_PASSWORD,
  requireUser,
  type Actor,
  type AppError,
  type Input,
} from '@daymark/contracts'
import { Database, FailureLimiter, Handles, networkOf, type Handler } from '@daymark/platform'
import { Passwords } from '@daymark/platform/passwords'
import { accountKey, loginKeys } from '../limiter/login-keys.ts'
import { Sessions } from '../sessions/sessions.ts'
import { assertPassword } from '../users/account-rules.ts'
import { User } from '../users/user.entity.ts'
import { lockUser } from '../users/users.ts'

type Change = Input<typeof identity.changePassword>

/** The current password is asked for again, and limited like a sign-in: a stolen session must not become the account. */
@Handles(identity.changePassword)
export class ChangePassword implements Handler<typeof identity.changePassword> {
  private readonly db: Database
  private readonly passwords: Passwords
  private readonly limiter: FailureLimiter
  private readonly sessions: Sessions
  constructor(db: Database, passwords: Passwords, limiter: FailureLimiter, sessions: Sessions) {
    this.db = db
    this.passwords = passwords
    this.limiter = limiter
    this.sessions = sessions
  }

  async handle(input: Change, actor: Actor) {
    const user = await this.db.repository(User).findOneBy({ id: requireUser(actor) })
    if (!user) throw errors.NO_SESSION()
    const passwordHash = await this.verified(user, input)
    return this.db.commit(async tx => {
      const current = await lockUser(tx, user.id)
      if (current?.passwordHash !== user.passwordHash) throw wrongPassword() // it was changed meanwhile
      await this.limiter.assertStillFree(tx, loginKeys(user.id, input.address))
      await this.limiter.forgive(tx, accountKey(user.id))
      current.choosePassword(passwordHash)
      await tx.em.save(current)
      await this.sessions.endAll(tx, user.id)
      return this.sessions.open(tx, current, input.userAgent)
    })
  }

  /** The new hash, once the current password is right and the new one good enough. */
  private async verified(user: User, { currentPassword, newPassword, address }: Change): Promise<string> {
    assertPassword(newPassword, user.email, MIN_CHOSEN_PASSWORD)
    const keys = loginKeys(user.id, address)
    const guess = { owner: networkOf(address), allowed: () => this.limiter.assertFree(keys) }
    if (!(await this.passwords.matches(currentPassword, user.passwordHash, guess)))
      throw await this.limiter.failed(keys, wrongPassword())
    if (newPassword === currentPassword)
      throw errors.INVALID_INPUT({ reason: 'Choose a password that differs from the current one.' })
    return this.passwords.hash(newPassword, guess.owner)
  }
}

const wrongPassword = (): AppError => errors.INVALID_INPUT({ reason: 'The current password is not right.' })
