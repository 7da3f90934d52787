import { security, type Actor, type Input } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { CurrentPassword } from '../passwords/current-password.ts'
import { wrongCode } from './confirm-second-step.handler.ts'
import { renewCodes, SecondSteps } from './second-steps.ts'

@Handles(security.renewRecoveryCodes)
export class RenewRecoveryCodes implements Handler<typeof security.renewRecoveryCodes> {
  private readonly current: CurrentPassword
  private readonly secondSteps: SecondSteps
  constructor(current: CurrentPassword, secondSteps: SecondSteps) {
    this.current = current
    this.secondSteps = secondSteps
  }

  async handle(input: Input<typeof security.renewRecoveryCodes>, actor: Actor) {
    const user = await this.current.proved(actor, input)
    const recoveryCodes = await this.secondSteps.spend({ ...input, userId: user.id }, wrongCode(), async tx => {
      await this.current.confirm(tx, user, input)
      return renewCodes(tx, user.id)
    })
    return { recoveryCodes }
  }
}
