import { accounts, adminAccounts, requireSuperAdmin, type Actor, type Input } from '@daymark/contracts'
import { Handles, RpcClient, type Handler } from '@daymark/platform'
import { FIRST_PLAN, OF_NEW, planKnown } from './plan-known.ts'

@Handles(adminAccounts.invite)
export class InviteUser implements Handler<typeof adminAccounts.invite> {
  constructor(private readonly rpc: RpcClient) {}

  async handle(input: Input<typeof adminAccounts.invite>, actor: Actor) {
    requireSuperAdmin(actor)
    const { account, isNew } = await this.rpc.call(accounts.invite, input, actor)
    if (isNew) await planKnown(this.rpc, { userId: account.id, version: FIRST_PLAN }, actor, OF_NEW)
    return account
  }
}
