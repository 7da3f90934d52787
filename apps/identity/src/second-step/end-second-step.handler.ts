import { security, type Actor, type Input } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { IdentityLog } from '../log.ts'
import { CurrentPassword } from '../passwords/current-password.ts'
import { wrongCode } from './confirm-second-step.handler.ts'
import { SecondSteps, turnOff } from './second-steps.ts'

/** Password and code, so that nobody who has only one of them takes the other away. */
@Handles(security.endSecondStep)
export class EndSecondStep implements Handler<typeof security.endSecondStep> {
  private readonly current: CurrentPassword
  private readonly secondSteps: SecondSteps
  private readonly log: IdentityLog
  constructor(current: CurrentPassword, secondSteps: SecondSteps, log: IdentityLog) {
    this.current = current
    this.secondSteps = secondSteps
    this.log = log
  }

  async handle(input: Input<typeof security.endSecondStep>, actor: Actor) {
    const user = await this.current.proved(actor, input)
    await this.secondSteps.spend({ ...input, userId: user.id }, wrongCode(), async tx => {
      await this.current.confirm(tx, user, input)
      await turnOff(tx, user.id)
    })
    this.log.secondStepChanged(user.id, 'off')
    return { success: true as const }
  }
}
