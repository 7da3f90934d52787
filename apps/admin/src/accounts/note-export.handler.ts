import { accounts, adminAccounts, requireSuperAdmin, type Actor, type Input } from '@daymark/contracts'
import { Handles, RpcClient, type Handler } from '@daymark/platform'

@Handles(adminAccounts.noteExport)
export class NoteExport implements Handler<typeof adminAccounts.noteExport> {
  private readonly rpc: RpcClient
  constructor(rpc: RpcClient) {
    this.rpc = rpc
  }

  async handle(input: Input<typeof adminAccounts.noteExport>, actor: Actor) {
    requireSuperAdmin(actor)
    return this.rpc.call(accounts.noteExport, input, actor)
  }
}
