import { accounts, type Asked, routes } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller } from '@nestjs/common'
import { succeeded } from '../../helpers/succeeded.ts'
import { presentAdminUser } from '../../presenters/admin-user.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { Sessions } from '../../session/sessions.ts'

/** Who may come in, and who stays. What this replica remembers of her is forgotten at once, by the others with the event. */
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
    return succeeded(ended === 1 ? 'One session was signed out.' : `${ended} sessions were signed out.`)
  }
}
