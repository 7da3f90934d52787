import { type Asked, identity, routes } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller } from '@nestjs/common'
import { succeeded } from '../../helpers/succeeded.ts'
import { presentSession } from '../../presenters/account.ts'
import { Serves } from '../../routing/serves.ts'
import { type Caller, sessionOf } from '../../session/caller.ts'
import { Sessions } from '../../session/sessions.ts'

/** Where a person is signed in. */
@Controller()
export class SessionsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: Sessions,
  ) {}

  @Serves(routes.listSessions)
  async list(_: unknown, caller: Caller) {
    const { sessionId: current, actor } = sessionOf(caller)
    const { sessions, total } = await this.rpc.call(identity.listSessions, { current }, actor)
    return { sessions: sessions.map(presentSession), total }
  }

  /** At once here; the event does the same in every other gateway a moment later. */
  @Serves(routes.endSession)
  async end({ params: { id } }: Asked<typeof routes.endSession>, { actor }: Caller) {
    await this.rpc.call(identity.endOwnSession, { id }, actor)
    this.sessions.dropUser(actor.userId)
    return succeeded('The session was signed out.')
  }

  @Serves(routes.endOtherSessions)
  async endOthers(_: unknown, caller: Caller) {
    const { sessionId: current, actor } = sessionOf(caller)
    const { ended } = await this.rpc.call(identity.endOtherSessions, { current }, actor)
    this.sessions.dropUser(actor.userId)
    return { ...succeeded('All other sessions were signed out.'), ended }
  }
}
