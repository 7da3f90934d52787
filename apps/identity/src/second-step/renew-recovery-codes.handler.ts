import { security, type Actor, type Input } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { OwnPassword } from '../passwords/own-password.ts'
import { wrongCode } from './confirm-second-step.handler.ts'
import { renewCodes, SecondSteps } from './second-steps.ts'

@Handles(security.renewRecoveryCodes)
export class RenewRecoveryCodes implements Handler<typeof security.renewRecoveryCodes> {
  private readonly own: OwnPassword
  private readonly secondSteps: SecondSteps
  constructor(own: OwnPassword, secondSteps: SecondSteps) {
    this.own = own
    this.secondSteps = secondSteps
  }

  async handle(input: Input<typeof security.renewRecoveryCodes>, actor: Actor) {
    const proved = await this.own.prove(actor, { ...input, password: input.currentPassword })
    const recoveryCodes = await this.secondSteps.spend({ ...input, userId: proved.user.id }, wrongCode(), async tx => {
      await this.own.hold(tx, proved)
      return renewCodes(tx, proved.user.id)
    })
    return { recoveryCodes }
  }
}
