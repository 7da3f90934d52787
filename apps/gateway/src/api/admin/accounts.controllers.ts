import { accounts, admin, adminAccounts, type Answer, type Asked, routes } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Header } from '@nestjs/common'
import { presentUser } from '../../presenters/account.ts'
import { presentAccountSummary, presentAdminUser } from '../../presenters/admin.ts'
import { paging } from '../../routing/parameters.ts'
import { Serves, successBody } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { Sessions } from '../../session/sessions.ts'
import { accountFilter } from './export-users.controller.ts'

/** Default limit of a page. The admin service returns at most as many accounts as a response may contain. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER

@Controller()
export class AccountsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: Sessions,
  ) {}

  @Serves(routes.listUsers)
  async listUsers({ query }: Asked<typeof routes.listUsers>, { actor }: Caller) {
    const { after } = query
    const page = { ...paging(query, NO_LIMIT), ...accountFilter(query), counted: false, ...(after && { after }) }
    const { users } = await this.rpc.call(admin.listUsers, page, actor)
    return users.map(presentAdminUser)
  }

  @Serves(routes.createUser)
  async createUser({ body }: Asked<typeof routes.createUser>, { actor }: Caller) {
    const { email, password, role } = body
    const newUser = { email, password, role, displayName: body.displayName ?? null, tier: body.subscriptionTier }
    const user = await this.rpc.call(admin.createUser, newUser, actor)
    return { ...presentUser(user), displayName: user.displayName, subscriptionTier: user.tier }
  }

  @Serves(routes.generatePassword)
  @Header('Cache-Control', 'no-store')
  generatePassword(_: unknown, { actor }: Caller): Promise<Answer<typeof routes.generatePassword>> {
    return this.rpc.call(admin.generatePassword, {}, actor)
  }

  @Serves(routes.resetPassword)
  async resetPassword({ params: { id } }: Asked<typeof routes.resetPassword>, { actor }: Caller) {
    const answer = await this.rpc.call(admin.resetPassword, { id }, actor)
    this.sessions.dropUser(id)
    return answer
  }
  @Serves(routes.resetSecondStep)
  async resetSecondStep({ params: { id } }: Asked<typeof routes.resetSecondStep>, { actor }: Caller) {
    await this.rpc.call(admin.resetSecondStep, { id }, actor)
    this.sessions.dropUser(id)
    return successBody('Two-step sign-in was reset.')
  }
}

/** Details of an account. The admin service collects them from several services. */
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

/**
 * Changes, suspends, deletes and signs out accounts. This gateway removes cached sessions immediately; other replicas do so when they
 * receive the event.
 */
@Controller()
export class AccountStatesController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: Sessions,
  ) {}

  @Serves(routes.updateAccount)
  async update({ params: { id }, body }: Asked<typeof routes.updateAccount>, { actor }: Caller) {
    const { role, display_name: displayName } = body
    const user = await this.rpc.call(accounts.update, { id, role, displayName }, actor)
    this.sessions.dropUser(user.id)
    return presentAdminUser(user)
  }

  @Serves(routes.suspendAccount)
  async suspend({ params: { id }, body }: Asked<typeof routes.suspendAccount>, { actor }: Caller) {
    const user = await this.rpc.call(accounts.suspend, { id, reason: body.reason ?? null }, actor)
    this.sessions.dropUser(user.id)
    return presentAdminUser(user)
  }

  @Serves(routes.reactivateAccount)
  async reactivate({ params: { id } }: Asked<typeof routes.reactivateAccount>, { actor }: Caller) {
    return presentAdminUser(await this.rpc.call(accounts.reactivate, { id }, actor))
  }

  @Serves(routes.deleteAccount)
  async remove({ params: { id } }: Asked<typeof routes.deleteAccount>, { actor }: Caller) {
    const user = await this.rpc.call(accounts.scheduleDeletion, { id }, actor)
    this.sessions.dropUser(user.id)
    return presentAdminUser(user)
  }

  @Serves(routes.endAccountSessions)
  async endSessions({ params: { id } }: Asked<typeof routes.endAccountSessions>, { actor }: Caller) {
    const { ended } = await this.rpc.call(accounts.endSessions, { id }, actor)
    this.sessions.dropUser(id.toLowerCase())
    return successBody(ended === 1 ? 'One session was signed out.' : `${ended} sessions were signed out.`)
  }
}
