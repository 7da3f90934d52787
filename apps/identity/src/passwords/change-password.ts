import {
  errors,
  identity,
  MIN_CHOSEN_PASSWORD,
  requireUser,
  type Actor,
  type AppError,
  type Input,
} from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { LoginLimiter } from '../limiter/login-limiter.ts'
import { Sessions } from '../sessions/sessions.ts'
import { assertPassword } from '../users/account-rules.ts'
import { User } from '../users/user.entity.ts'
import { lockUser } from '../users/users.ts'
import { Passwords } from './passwords.ts'

type Change = Input<typeof identity.changePassword>

/** The current password is asked for again, and limited like a sign-in: a stolen session must not become the account. */
@Handles(identity.changePassword)
export class ChangePassword implements Handler<typeof identity.changePassword> {
  constructor(
    private readonly db: Database,
    private readonly passwords: Passwords,
    private readonly limiter: LoginLimiter,
    private readonly sessions: Sessions,
  ) {}

  async handle(input: Change, actor: Actor) {
    const user = await this.db.repository(User).findOneBy({ id: requireUser(actor) })
    if (!user) throw errors.NO_SESSION()
    const passwordHash = await this.verified(user, input)
    return this.db.commit(async tx => {
      const current = await lockUser(tx, user.id)
      if (current?.passwordHash !== user.passwordHash) throw wrongPassword() // it was changed meanwhile
      await this.limiter.succeeded(tx, user.id, input.address)
      current.choosePassword(passwordHash)
      await tx.em.save(current)
      await this.sessions.endAll(tx, user.id)
      return this.sessions.open(tx, current, input.userAgent)
    })
  }

  /** The new hash, once the current password is right and the new one good enough. */
  private async verified(user: User, { currentPassword, newPassword, address }: Change): Promise<string> {
    assertPassword(newPassword, user.email, MIN_CHOSEN_PASSWORD)
    await this.limiter.assertFree(user.id, address)
    if (!(await this.passwords.matches(currentPassword, user.passwordHash)))
      throw await this.limiter.failed(user.id, address, wrongPassword())
    if (newPassword === currentPassword)
      throw errors.INVALID_INPUT({ reason: 'Choose a password that differs from the current one.' })
    return this.passwords.hash(newPassword)
  }
}

const wrongPassword = (): AppError => errors.INVALID_INPUT({ reason: 'The current password is not right.' })
