import { admin, identity, requireSuperAdmin, type Actor, type Input } from '@daymark/contracts'
import { Handles, RpcClient, type Handler } from '@daymark/platform'

@Handles(admin.generatePassword)
export class GeneratePassword implements Handler<typeof admin.generatePassword> {
  constructor(private readonly rpc: RpcClient) {}

  async handle(input: Input<typeof admin.generatePassword>, actor: Actor) {
    requireSuperAdmin(actor)
    return this.rpc.call(identity.generatePassword, input, actor)
  }
}
