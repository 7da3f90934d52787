import { type Actor, type Input, library } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'

@Handles(library.releaseBeginnings)
export class ReleaseBeginnings implements Handler<typeof library.releaseBeginnings> {
  constructor(private readonly db: Database) {}

  async handle({ places }: Input<typeof library.releaseBeginnings>, { userId }: Actor) {
    const sql = 'DELETE FROM pending_uploads WHERE owner_id = $1 AND upload_name = ANY($2)'
    await this.db.commit(async tx => void tx.sql(sql, [userId, places]))
    return { success: true as const }
  }
}
