import { type Actor, type Input, library } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'

@Handles(library.releaseReservations)
export class ReleaseReservations implements Handler<typeof library.releaseReservations> {
  constructor(private readonly db: Database) {}

  async handle({ partialKeys }: Input<typeof library.releaseReservations>, { userId }: Actor) {
    const sql = 'DELETE FROM pending_uploads WHERE owner_id = $1 AND upload_name = ANY($2)'
    await this.db.commit(async tx => void tx.sql(sql, [userId, partialKeys]))
    return { success: true as const }
  }
}
