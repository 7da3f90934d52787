import { errors, identity, MIN_CHOSEN_PASSWORD, PASSWORD_CHANGES, type Actor, type Input } from '@daymark/contracts'
import { Database, FailureLimiter, failureKey, Handles, type Handler } from '@daymark/platform'
import { Sessions } from '../sessions/sessions.ts'
import { assertPassword } from '../users/account-rules.ts'
import { NewPassword } from './new-password.ts'
import { OwnPassword } from './own-password.ts'

type Change = Input<typeof identity.changePassword>

@Handles(identity.changePassword)
export class ChangePassword implements Handler<typeof identity.changePassword> {
  // oxlint-disable-next-line max-params -- each is asked for by its type
  constructor(
    private readonly db: Database,
    private readonly own: OwnPassword,
    private readonly next: NewPassword,
    private readonly sessions: Sessions,
    private readonly limiter: FailureLimiter,
  ) {}

  async handle(input: Change, actor: Actor) {
    const { currentPassword, newPassword, address } = input
    const isGood = ({ email }: { email: string }) => assertPassword(newPassword, email, MIN_CHOSEN_PASSWORD)
    const proved = await this.own.prove(actor, { password: currentPassword, address }, isGood)
    if (newPassword === currentPassword)
      throw errors.INVALID_INPUT({ reason: 'Choose a password that differs from the current one.' })
    await this.limiter.admit([{ key: failureKey('password-change', actor.userId), attempts: PASSWORD_CHANGES }])
    const passwordHash = await this.next.hash(input)
    return this.db.commit(async tx => {
      const user = await this.own.hold(tx, proved)
      await this.next.take(tx, user, passwordHash, actor)
      return this.sessions.open(tx, user, input)
    })
  }
}
