import { errors, identity, MIN_CHOSEN_PASSWORD, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, networkOf, type Handler } from '@daymark/platform'
import { Passwords } from '@daymark/platform/passwords'
import { Sessions } from '../sessions/sessions.ts'
import { assertPassword } from '../users/account-rules.ts'
import { OwnPassword } from './own-password.ts'

type Change = Input<typeof identity.changePassword>

@Handles(identity.changePassword)
export class ChangePassword implements Handler<typeof identity.changePassword> {
  private readonly db: Database
  private readonly passwords: Passwords
  private readonly own: OwnPassword
  private readonly sessions: Sessions
  constructor(db: Database, passwords: Passwords, own: OwnPassword, sessions: Sessions) {
    this.db = db
    this.passwords = passwords
    this.own = own
    this.sessions = sessions
  }

  async handle({ currentPassword, newPassword, address, userAgent }: Change, actor: Actor) {
    const isGood = ({ email }: { email: string }) => assertPassword(newPassword, email, MIN_CHOSEN_PASSWORD)
    const proved = await this.own.prove(actor, { password: currentPassword, address }, isGood)
    if (newPassword === currentPassword)
      throw errors.INVALID_INPUT({ reason: 'Choose a password that differs from the current one.' })
    const passwordHash = await this.passwords.hash(newPassword, networkOf(address))
    return this.db.commit(async tx => {
      const user = await this.own.hold(tx, proved)
      user.choosePassword(passwordHash)
      await tx.em.save(user)
      await this.sessions.endAll(tx, user.id)
      return this.sessions.open(tx, user, userAgent)
    })
  }
}
