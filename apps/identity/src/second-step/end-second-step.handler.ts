import { act, identityAudited, security, type Actor, type Input } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { IdentityLog } from '../log.ts'
import { Mails } from '../mail/mails.ts'
import { OwnPassword } from '../passwords/own-password.ts'
import { userTarget } from '../users/audited-user.ts'
import { wrongCode } from './confirm-second-step.handler.ts'
import { SecondSteps, turnOff } from './second-steps.ts'

/** Password and code, so that nobody who has only one of them takes the other away. */
@Handles(security.endSecondStep)
export class EndSecondStep implements Handler<typeof security.endSecondStep> {
  constructor(
    private readonly own: OwnPassword,
    private readonly secondSteps: SecondSteps,
    private readonly mails: Mails,
    private readonly log: IdentityLog,
  ) {}

  async handle(input: Input<typeof security.endSecondStep>, actor: Actor) {
    const proved = await this.own.prove(actor, { ...input, password: input.currentPassword })
    await this.secondSteps.spend({ ...input, userId: proved.user.id }, wrongCode(), async tx => {
      const user = await this.own.hold(tx, proved)
      await turnOff(tx, user.id)
      tx.emit(identityAudited, ...act(actor, 'second-step.turned-off', userTarget(user)))
      this.mails.postSecurityChange(tx, user, { change: 'second_step_off' })
    })
    this.log.secondStepChanged(proved.user.id, 'off')
    return { success: true as const }
  }
}
