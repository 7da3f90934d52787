import { adminAccounts, type Asked, routes } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller } from '@nestjs/common'
import { presentAccountSummary } from '../../presenters/admin.ts'
import { presentAdminUser } from '../../presenters/admin-user.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { Sessions } from '../../session/sessions.ts'

/** One account, and what is composed of several owners. */
@Controller()
export class AccountController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: Sessions,
  ) {}

  @Serves(routes.getAccount)
  async get({ params: { id } }: Asked<typeof routes.getAccount>, { actor }: Caller) {
    return presentAccountSummary(await this.rpc.call(adminAccounts.get, { id }, actor))
  }

  @Serves(routes.updateAccountPlan)
  async updatePlan({ params: { id }, body }: Asked<typeof routes.updateAccountPlan>, { actor }: Caller) {
    const { subscription_tier: tier, storage_limit: storageLimit } = body
    const user = await this.rpc.call(adminAccounts.updatePlan, { id, tier, storageLimit }, actor)
    this.sessions.dropUser(user.id)
    return presentAdminUser(user)
  }

  @Serves(routes.inviteUser)
  async invite({ body }: Asked<typeof routes.inviteUser>, { actor }: Caller) {
    const { email, role, subscriptionTier: tier, displayName = null } = body
    const user = await this.rpc.call(adminAccounts.invite, { email, role, tier, displayName }, actor)
    return { ...presentAdminUser(user), displayName: user.displayName, subscriptionTier: user.tier }
  }
}
