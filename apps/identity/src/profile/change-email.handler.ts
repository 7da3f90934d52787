import { errors, identity, requireUser, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { CurrentPassword } from '../passwords/current-password.ts'
import { validEmail } from '../users/account-rules.ts'
import { User } from '../users/user.entity.ts'
import { NewEmail } from './new-email.ts'
import { Profiles } from './profiles.ts'

@Handles(identity.changeEmail)
export class ChangeEmail implements Handler<typeof identity.changeEmail> {
  private readonly db: Database
  private readonly current: CurrentPassword
  private readonly next: NewEmail
  private readonly profiles: Profiles
  constructor(db: Database, current: CurrentPassword, next: NewEmail, profiles: Profiles) {
    this.db = db
    this.current = current
    this.next = next
    this.profiles = profiles
  }

  async handle(input: Input<typeof identity.changeEmail>, actor: Actor) {
    const email = validEmail(input.email)
    const user = await this.db.repository(User).findOneBy({ id: requireUser(actor) })
    if (!user) throw errors.NO_SESSION()
    await this.current.verify(user, input)
    if (email === user.email) throw errors.INVALID_INPUT({ reason: 'This is your address already.' })
    await this.next.ask(user, email, tx => this.current.confirm(tx, user, input))
    return this.profiles.of(user.id)
  }
}
