import {
  accounts,
  accountStatistics,
  type Actor,
  admin,
  adminAccounts,
  developer,
  grantedPlans,
  identity,
  type Input,
  library,
  sharing,
} from '@daymark/contracts'
import { Handles, RpcClient, RpcHandlers } from '@daymark/platform'
import { collectNotes, ServiceClients } from '../dashboard/service-clients.ts'

/** Version of the plan that a new account receives. */
const FIRST_PLAN_VERSION = 1
/** Calls to the services that a new account needs. Sharing and developer are omitted, because a new account has no links or tokens. */
const NEW_ACCOUNT_PLAN_CALLS = [library.awaitPlan, identity.awaitPlan]
const ALL_PLAN_CALLS = [...NEW_ACCOUNT_PLAN_CALLS, sharing.awaitPlan, developer.awaitPlan]

type PlanVersion = { userId: string; version: number }

/**
 * Waits until the given services have applied the plan. Does not fail if a service is unavailable, because it will receive the event later.
 */
async function awaitPlanInServices(
  rpc: RpcClient,
  { userId, version }: PlanVersion,
  actor: Actor,
  calls = ALL_PLAN_CALLS,
): Promise<void> {
  await Promise.allSettled(calls.map(contract => rpc.call(contract, { userId, version }, actor)))
}

@RpcHandlers()
export class AccountHandlers {
  constructor(
    private readonly rpc: RpcClient,
    private readonly clients: ServiceClients,
  ) {}

  /** Responds after all services have applied the plan, so that the user can sign in and upload immediately (S-SUB-18). */
  @Handles(admin.createUser)
  async createUser(input: Input<typeof admin.createUser>, actor: Actor) {
    const user = await this.rpc.call(identity.createUser, { ...input, mustChangePassword: false }, actor)
    await awaitPlanInServices(this.rpc, { userId: user.id, version: FIRST_PLAN_VERSION }, actor, NEW_ACCOUNT_PLAN_CALLS)
    return user
  }

  /** Combines what the services store about an account. Data of a service that does not respond is null, and `notes` names the service. */
  @Handles(adminAccounts.get)
  async getAccount({ id }: Input<typeof adminAccounts.get>, actor: Actor) {
    // Identity is called first, so that other services are not called for an unknown account.
    const { account, ...signIn } = await this.rpc.call(accounts.get, { id }, actor)
    const user = { userId: account.id }
    const [plan, usage, links, developer] = await Promise.all([
      this.clients.call(accountStatistics.getPlan, user, actor),
      this.clients.call(accountStatistics.getUsage, user, actor),
      this.clients.call(accountStatistics.getLinks, user, actor),
      this.clients.call(accountStatistics.getDeveloperUsage, user, actor),
    ])
    const statistics = { plan: plan.value, usage: usage.value, links: links.value, developer: developer.value }
    return { account, signIn, ...statistics, notes: collectNotes(plan, usage, links, developer) }
  }

  @Handles(adminAccounts.invite)
  async inviteUser(input: Input<typeof adminAccounts.invite>, actor: Actor) {
    const { account, isNew } = await this.rpc.call(accounts.invite, input, actor)
    if (isNew)
      await awaitPlanInServices(
        this.rpc,
        { userId: account.id, version: FIRST_PLAN_VERSION },
        actor,
        NEW_ACCOUNT_PLAN_CALLS,
      )
    return account
  }

  @Handles(adminAccounts.updatePlan)
  async updatePlan({ id, ...newPlan }: Input<typeof adminAccounts.updatePlan>, actor: Actor) {
    const { account } = await this.rpc.call(accounts.get, { id }, actor)
    const plan = await this.rpc.call(grantedPlans.grant, { userId: account.id, ...newPlan }, actor)
    await awaitPlanInServices(this.rpc, plan, actor)
    return (await this.rpc.call(accounts.get, { id }, actor)).account
  }
}
