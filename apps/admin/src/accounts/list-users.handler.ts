import { admin, identity, requireSuperAdmin, type Actor, type Input } from '@daymark/contracts'
import { Handles, RpcClient, type Handler } from '@daymark/platform'

@Handles(admin.listUsers)
export class ListUsers implements Handler<typeof admin.listUsers> {
  constructor(private readonly rpc: RpcClient) {}

  async handle(input: Input<typeof admin.listUsers>, actor: Actor) {
    requireSuperAdmin(actor)
    return this.rpc.call(identity.listUsers, input, actor)
  }
}
