import { errors, libraryRestores, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'

@Handles(libraryRestores.forget)
export class ForgetRows implements Handler<typeof libraryRestores.forget> {
  private readonly db: Database
  constructor(db: Database) {
    this.db = db
  }

  async handle({ userId }: Input<typeof libraryRestores.forget>, actor: Actor) {
    if (actor.role !== 'system') throw errors.FORBIDDEN()
    await this.db.commit(tx => tx.sql('DELETE FROM restored_rows WHERE user_id = $1', [userId]))
    return { success: true as const }
  }
}
