import { photoPurged } from '@daymark/contracts'
import { Clock, Database, Every, type Job, type Tx } from '@daymark/platform'
import { LibraryConfig } from '../config.ts'

const BATCH = 500
const DAY_MS = 86_400_000

/** When the time of grace is over the row goes, and an event lets the owner of the objects remove them. */
@Every('5m')
export class PurgePhotos implements Job {
  private readonly db: Database
  private readonly clock: Clock
  private readonly config: LibraryConfig
  constructor(db: Database, clock: Clock, config: LibraryConfig) {
    this.db = db
    this.clock = clock
    this.config = config
  }

  async run(): Promise<void> {
    const until = new Date(this.clock.now().getTime() - this.config.purgeAfterDays * DAY_MS)
    const due = `id IN (SELECT id FROM photos WHERE deleted_at <= $1 ORDER BY deleted_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`
    while ((await this.db.commit(tx => purge(tx, due, until))) === BATCH);
  }
}

export type PurgedRow = { id: string; owner_id: string; object_key: string }
export const purged = (row: PurgedRow) => ({ photoId: row.id, ownerId: row.owner_id, objectKey: row.object_key })

export async function purge(tx: Tx, which: string, parameter: unknown): Promise<number> {
  const gone = await tx.sql<PurgedRow>(
    `WITH gone AS (DELETE FROM photos WHERE deleted_at IS NOT NULL AND ${which} RETURNING id, owner_id, object_key)
     SELECT * FROM gone`,
    [parameter],
  )
  for (const row of gone) tx.emit(photoPurged, row.id, purged(row))
  return gone.length
}
