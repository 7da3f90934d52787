import { identity, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { emitSessionsEnded } from './sessions.ts'
import { hashToken } from './token-hash.ts'

/** An unknown token is no failure: the caller wants to be signed out, and is. */
@Handles(identity.endSession)
export class EndSession implements Handler<typeof identity.endSession> {
  constructor(private readonly db: Database) {}

  async handle({ token }: Input<typeof identity.endSession>) {
    await this.db.commit(async tx => {
      const gone = 'WITH gone AS (DELETE FROM sessions WHERE token_hash = $1 RETURNING id, user_id) SELECT * FROM gone'
      emitSessionsEnded(tx, await tx.sql(gone, [hashToken(token)]))
    })
    return { success: true as const }
  }
}
