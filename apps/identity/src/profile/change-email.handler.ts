import { errors, identity, type Actor, type Input } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { OwnPassword } from '../passwords/own-password.ts'
import { validEmail } from '../users/account-rules.ts'
import { NewEmail } from './new-email.ts'
import { Profiles } from './profiles.ts'

@Handles(identity.changeEmail)
export class ChangeEmail implements Handler<typeof identity.changeEmail> {
  constructor(
    private readonly own: OwnPassword,
    private readonly next: NewEmail,
    private readonly profiles: Profiles,
  ) {}

  async handle({ email: typed, currentPassword, address }: Input<typeof identity.changeEmail>, actor: Actor) {
    const email = validEmail(typed)
    const proved = await this.own.prove(actor, { password: currentPassword, address })
    const { id, email: old } = proved.user
    if (email === old) throw errors.INVALID_INPUT({ reason: 'This is your address already.' })
    await this.next.ask(actor, email, tx => this.own.hold(tx, proved))
    return this.profiles.of(id)
  }
}
