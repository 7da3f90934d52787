import { errors, identity, MIN_CHOSEN_PASSWORD, requireUser, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { Sessions } from '../sessions/sessions.ts'
import { assertPassword } from '../users/account-rules.ts'
import { User } from '../users/user.entity.ts'
import { CurrentPassword } from './current-password.ts'
import { NewPassword } from './new-password.ts'

type Change = Input<typeof identity.changePassword>

@Handles(identity.changePassword)
export class ChangePassword implements Handler<typeof identity.changePassword> {
  private readonly db: Database
  private readonly current: CurrentPassword
  private readonly next: NewPassword
  private readonly sessions: Sessions
  constructor(db: Database, current: CurrentPassword, next: NewPassword, sessions: Sessions) {
    this.db = db
    this.current = current
    this.next = next
    this.sessions = sessions
  }

  async handle(input: Change, actor: Actor) {
    const user = await this.db.repository(User).findOneBy({ id: requireUser(actor) })
    if (!user) throw errors.NO_SESSION()
    const passwordHash = await this.verified(user, input)
    return this.db.commit(async tx => {
      const current = await this.current.confirm(tx, user, input)
      await this.next.take(tx, current, passwordHash)
      return this.sessions.open(tx, current, input)
    })
  }

  /** The new hash, once the current password is right and the new one good enough. */
  private async verified(user: User, input: Change): Promise<string> {
    assertPassword(input.newPassword, user.email, MIN_CHOSEN_PASSWORD)
    await this.current.verify(user, input)
    if (input.newPassword === input.currentPassword)
      throw errors.INVALID_INPUT({ reason: 'Choose a password that differs from the current one.' })
    return this.next.hash(input)
  }
}
