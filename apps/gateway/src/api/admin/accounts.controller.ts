import { admin, type Answer, type Asked, routes } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Header } from '@nestjs/common'
import { paging } from '../../helpers/paging.ts'
import { succeeded } from '../../helpers/succeeded.ts'
import { presentAdminUser } from '../../presenters/admin-user.ts'
import { presentUser } from '../../presenters/account.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { Sessions } from '../../session/sessions.ts'
import { accountFilter } from './account-choice.ts'

/** Without a limit, as the screen asks: all that one answer may hold. */
const ALL = Number.MAX_SAFE_INTEGER

@Controller()
export class AccountsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: Sessions,
  ) {}

  @Serves(routes.listUsers)
  async listUsers({ query }: Asked<typeof routes.listUsers>, { actor }: Caller) {
    const { after } = query
    const page = { ...paging(query, ALL), ...accountFilter(query), counted: false, ...(after && { after }) }
    const { users } = await this.rpc.call(admin.listUsers, page, actor)
    return users.map(presentAdminUser)
  }

  @Serves(routes.createUser)
  async createUser({ body }: Asked<typeof routes.createUser>, { actor }: Caller) {
    const { email, password, role } = body
    const wanted = { email, password, role, displayName: body.displayName ?? null, tier: body.subscriptionTier }
    const user = await this.rpc.call(admin.createUser, wanted, actor)
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
    return succeeded('Two-step sign-in was reset.')
  }
}
