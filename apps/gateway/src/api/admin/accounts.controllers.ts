import {
  accounts,
  type AccountView,
  type Actor,
  admin,
  adminAccounts,
  type Answer,
  type RouteInput,
  type http,
  identity,
  type Input,
  routes,
  security,
} from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Header, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import type { z } from 'zod'
import { formatCsvHead, formatCsvLine, sendCsv } from '../../http/csv.ts'
import { presentUser } from '../../presenters/account.ts'
import { presentAccountSummary, presentAdminUser } from '../../presenters/admin.ts'
import { parsePaging } from '../../routing/parameters.ts'
import { Serves, successBody } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { SessionLookup } from '../../session/sessions.ts'

type AccountFilter = Input<typeof accounts.recordExport>

/** Reads the account filter of a query. An empty object selects all accounts. */
function parseAccountFilter({ search, role, tier, state }: z.infer<typeof http.usersQuery>): AccountFilter {
  const searchText = search?.trim()
  return {
    ...(searchText && { search: searchText }),
    ...(role && { role }),
    ...(tier && { tier }),
    ...(state && { state }),
  }
}

const EXPORT_PAGE_SIZE = 500
const ACCOUNT_CSV_COLUMNS: (keyof http.AdminUser)[] = [
  'id',
  'email',
  'display_name',
  'role',
  'state',
  'subscription_tier',
  'subscription_status',
  'storage_used',
  'storage_limit',
  'created_at',
  'last_login',
  'last_seen_at',
  'suspended_reason',
  'deletion_due_at',
]

/** Page size of a request without `limit`. `parsePaging` reduces it to the number of accounts that fit into one response. */
const UNLIMITED_PAGE_SIZE = Number.MAX_SAFE_INTEGER

/**
 * Accounts of the installation. Calls that change, suspend, delete or sign out an account remove its cached sessions of this gateway
 * immediately; other gateways remove theirs when they receive the event of the change.
 */
@Controller()
export class AccountsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: SessionLookup,
  ) {}

  @Serves(routes.exportUsers)
  async exportUsers(
    { query }: RouteInput<typeof routes.exportUsers>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const filter = parseAccountFilter(query)
    await sendCsv(request, response, {
      filename: 'users.csv',
      record: () => this.rpc.call(accounts.recordExport, filter, actor),
      lines: () => this.generateLines(filter, actor),
    })
  }

  @Serves(routes.listUsers)
  async listUsers({ query }: RouteInput<typeof routes.listUsers>, { actor }: Caller) {
    const { after } = query
    const page = {
      ...parsePaging(query, UNLIMITED_PAGE_SIZE),
      ...parseAccountFilter(query),
      counted: false,
      ...(after && { after }),
    }
    const { users } = await this.rpc.call(identity.listUsers, page, actor)
    return users.map(presentAdminUser)
  }

  @Serves(routes.createUser)
  async createUser({ body }: RouteInput<typeof routes.createUser>, { actor }: Caller) {
    const { email, password, role } = body
    const newUser = { email, password, role, displayName: body.displayName ?? null, tier: body.subscriptionTier }
    const user = await this.rpc.call(admin.createUser, newUser, actor)
    return { ...presentUser(user), displayName: user.displayName, subscriptionTier: user.tier }
  }

  @Serves(routes.generatePassword)
  @Header('Cache-Control', 'no-store')
  generatePassword(_: unknown, { actor }: Caller): Promise<Answer<typeof routes.generatePassword>> {
    return this.rpc.call(identity.generatePassword, {}, actor)
  }

  @Serves(routes.resetPassword)
  async resetPassword({ params: { id } }: RouteInput<typeof routes.resetPassword>, { actor }: Caller) {
    const result = await this.rpc.call(identity.resetPassword, { id }, actor)
    this.sessions.dropUser(id)
    return result
  }

  @Serves(routes.resetSecondStep)
  async resetSecondStep({ params: { id } }: RouteInput<typeof routes.resetSecondStep>, { actor }: Caller) {
    await this.rpc.call(security.resetSecondStep, { id }, actor)
    this.sessions.dropUser(id)
    return successBody('Two-step sign-in was reset.')
  }

  @Serves(routes.getAccount)
  async getAccount({ params: { id } }: RouteInput<typeof routes.getAccount>, { actor }: Caller) {
    return presentAccountSummary(await this.rpc.call(adminAccounts.get, { id }, actor))
  }

  @Serves(routes.updateAccountPlan)
  async updatePlan({ params: { id }, body }: RouteInput<typeof routes.updateAccountPlan>, { actor }: Caller) {
    const { subscription_tier: tier, storage_limit: storageLimit } = body
    const user = await this.rpc.call(adminAccounts.updatePlan, { id, tier, storageLimit }, actor)
    this.sessions.dropUser(user.id)
    return presentAdminUser(user)
  }

  @Serves(routes.inviteUser)
  async inviteUser({ body }: RouteInput<typeof routes.inviteUser>, { actor }: Caller) {
    const { email, role, subscriptionTier: tier, displayName = null } = body
    const user = await this.rpc.call(adminAccounts.invite, { email, role, tier, displayName }, actor)
    return { ...presentAdminUser(user), displayName: user.displayName, subscriptionTier: user.tier }
  }

  @Serves(routes.updateAccount)
  async updateAccount({ params: { id }, body }: RouteInput<typeof routes.updateAccount>, { actor }: Caller) {
    const { role, display_name: displayName } = body
    const user = await this.rpc.call(accounts.update, { id, role, displayName }, actor)
    this.sessions.dropUser(user.id)
    return presentAdminUser(user)
  }

  @Serves(routes.suspendAccount)
  async suspendAccount({ params: { id }, body }: RouteInput<typeof routes.suspendAccount>, { actor }: Caller) {
    const user = await this.rpc.call(accounts.suspend, { id, reason: body.reason ?? null }, actor)
    this.sessions.dropUser(user.id)
    return presentAdminUser(user)
  }

  @Serves(routes.reactivateAccount)
  async reactivateAccount({ params: { id } }: RouteInput<typeof routes.reactivateAccount>, { actor }: Caller) {
    return presentAdminUser(await this.rpc.call(accounts.reactivate, { id }, actor))
  }

  @Serves(routes.deleteAccount)
  async deleteAccount({ params: { id } }: RouteInput<typeof routes.deleteAccount>, { actor }: Caller) {
    const user = await this.rpc.call(accounts.scheduleDeletion, { id }, actor)
    this.sessions.dropUser(user.id)
    return presentAdminUser(user)
  }

  @Serves(routes.endAccountSessions)
  async endSessions({ params: { id } }: RouteInput<typeof routes.endAccountSessions>, { actor }: Caller) {
    const { ended } = await this.rpc.call(accounts.endSessions, { id }, actor)
    this.sessions.dropUser(id.toLowerCase())
    return successBody(ended === 1 ? 'One session was signed out.' : `${ended} sessions were signed out.`)
  }

  /** Loads each page of accounts when the client has read the previous one. */
  private async *generateLines(filter: AccountFilter, actor: Actor): AsyncGenerator<string> {
    yield formatCsvHead(ACCOUNT_CSV_COLUMNS)
    for (let after: string | undefined; ;) {
      const page = {
        ...filter,
        limit: EXPORT_PAGE_SIZE,
        offset: 0,
        counted: false,
        ...(after !== undefined && { after }),
      }
      const { users } = await this.rpc.call(identity.listUsers, page, actor)
      if (users.length) yield users.map(accountToCsvLine).join('')
      if (users.length < EXPORT_PAGE_SIZE) return
      after = users.at(-1)?.id
    }
  }
}

const accountToCsvLine = (account: AccountView): string => {
  const row = presentAdminUser(account)
  return formatCsvLine(ACCOUNT_CSV_COLUMNS.map(name => row[name]))
}
