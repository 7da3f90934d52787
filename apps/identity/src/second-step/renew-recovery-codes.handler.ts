import { act, identityAudited, security, type Actor, type Input } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { Mails } from '../mail/mails.ts'
import { OwnPassword } from '../passwords/own-password.ts'
import { userTarget } from '../users/audited-user.ts'
import { wrongCode } from './confirm-second-step.handler.ts'
import { renewCodes, SecondSteps } from './second-steps.ts'

@Handles(security.renewRecoveryCodes)
export class RenewRecoveryCodes implements Handler<typeof security.renewRecoveryCodes> {
  constructor(
    private readonly own: OwnPassword,
    private readonly secondSteps: SecondSteps,
    private readonly mails: Mails,
  ) {}

  async handle(input: Input<typeof security.renewRecoveryCodes>, actor: Actor) {
    const proved = await this.own.prove(actor, { ...input, password: input.currentPassword })
    const recoveryCodes = await this.secondSteps.spend({ ...input, userId: proved.user.id }, wrongCode(), async tx => {
      const user = await this.own.hold(tx, proved)
      tx.emit(identityAudited, ...act(actor, 'recovery-codes.renewed', userTarget(user)))
      this.mails.postSecurityChange(tx, user, { change: 'recovery_codes' })
      return renewCodes(tx, user.id)
    })
    return { recoveryCodes }
  }
}
