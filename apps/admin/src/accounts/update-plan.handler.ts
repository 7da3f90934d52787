import { accounts, adminAccounts, grantedPlans, requireSuperAdmin, type Actor, type Input } from '@daymark/contracts'
import { Handles, RpcClient, type Handler } from '@daymark/platform'
import { planKnown } from './plan-known.ts'

@Handles(adminAccounts.updatePlan)
export class UpdatePlan implements Handler<typeof adminAccounts.updatePlan> {
  constructor(private readonly rpc: RpcClient) {}

  async handle({ id, ...wanted }: Input<typeof adminAccounts.updatePlan>, actor: Actor) {
    requireSuperAdmin(actor)
    const { account } = await this.rpc.call(accounts.get, { id }, actor)
    const plan = await this.rpc.call(grantedPlans.grant, { userId: account.id, ...wanted }, actor)
    await planKnown(this.rpc, plan, actor)
    return (await this.rpc.call(accounts.get, { id }, actor)).account
  }
}
