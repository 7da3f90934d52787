import { identity, requireSuperAdmin, type Actor, type Input } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { strongPassword } from './strong-password.ts'

@Handles(identity.generatePassword)
export class GeneratePassword implements Handler<typeof identity.generatePassword> {
  async handle(_: Input<typeof identity.generatePassword>, actor: Actor) {
    requireSuperAdmin(actor)
    return { password: strongPassword() }
  }
}
