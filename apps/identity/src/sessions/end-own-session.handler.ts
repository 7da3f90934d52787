import { errors, identity, requireUser, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, idOr, type Handler } from '@daymark/platform'
import { emitSessionsEnded } from './sessions.ts'

@Handles(identity.endOwnSession)
export class EndOwnSession implements Handler<typeof identity.endOwnSession> {
  constructor(private readonly db: Database) {}

  async handle(input: Input<typeof identity.endOwnSession>, actor: Actor) {
    const id = idOr(errors.SESSION_NOT_FOUND, input.id)
    await this.db.commit(async tx => {
      const gone = await tx.sql<{ id: string; user_id: string }>(
        'DELETE FROM sessions WHERE id = $1 AND user_id = $2 RETURNING id, user_id',
        [id, requireUser(actor)],
      )
      if (!gone.length) throw errors.SESSION_NOT_FOUND()
      emitSessionsEnded(tx, gone)
    })
    return { success: true as const }
  }
}
