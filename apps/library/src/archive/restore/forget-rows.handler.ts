import { errors, libraryRestores, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'

@Handles(libraryRestores.forget)
export class ForgetRows implements Handler<typeof libraryRestores.forget> {
  constructor(private readonly db: Database) {}

  async handle({ userId }: Input<typeof libraryRestores.forget>, actor: Actor) {
    if (actor.role !== 'system') throw errors.FORBIDDEN()
    await this.db.commit(tx => tx.sql('DELETE FROM restored_rows WHERE user_id = $1', [userId]))
    return { success: true as const }
  }
}

const SKIP = `
  DELETE FROM restored_rows
  WHERE restore_id = $1 AND user_id = $2 AND of_table IN ('photos', 'photo_files') AND row ->> 'sha256' = ANY ($3)`

@Handles(libraryRestores.skip)
export class SkipPhotos implements Handler<typeof libraryRestores.skip> {
  constructor(private readonly db: Database) {}

  async handle({ restoreId, userId, sha256s }: Input<typeof libraryRestores.skip>, actor: Actor) {
    if (actor.role !== 'system') throw errors.FORBIDDEN()
    await this.db.commit(tx => tx.sql(SKIP, [restoreId, userId, sha256s]))
    return { success: true as const }
  }
}
