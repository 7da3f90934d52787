import { act, identity, identityAudited, requireUser, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { Sessions } from './sessions.ts'

@Handles(identity.endOtherSessions)
export class EndOtherSessions implements Handler<typeof identity.endOtherSessions> {
  constructor(
    private readonly db: Database,
    private readonly sessions: Sessions,
  ) {}

  async handle({ current }: Input<typeof identity.endOtherSessions>, actor: Actor) {
    const id = requireUser(actor)
    const user = { kind: 'user', id, name: actor.name ?? null }
    return this.db.commit(async tx => {
      const ended = await this.sessions.endAll(tx, id, current)
      tx.emit(identityAudited, ...act(actor, 'user.signed-out-everywhere', user, { ended }))
      return { ended }
    })
  }
}
