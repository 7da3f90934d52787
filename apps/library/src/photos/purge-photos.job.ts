import { photoPurged } from '@daymark/contracts'
import { Clock, Database, Every, goneBefore, type Job, type Tx } from '@daymark/platform'
import { LibraryConfig } from '../config.ts'
import { purgeThings } from '../trash/purge-things.ts'

const BATCH = 500

/** When the time of grace is over the row goes, and an event lets the owner of the objects remove them; albums and tags go too. */
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
    const until = goneBefore(this.clock.now(), this.config)
    const due = `id IN (SELECT id FROM photos WHERE deleted_at <= $1 ORDER BY deleted_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`
    while ((await this.db.commit(tx => purge(tx, due, [until]))) === BATCH);
    const things = `id IN (SELECT id FROM trash WHERE deleted_at <= $1 ORDER BY deleted_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`
    while ((await this.db.commit(tx => purgeThings(tx, things, [until]))).length === BATCH);
  }
}

export type PurgedRow = { id: string; owner_id: string; object_key: string }
export const purged = (row: PurgedRow) => ({ photoId: row.id, ownerId: row.owner_id, objectKey: row.object_key })

export async function purge(tx: Tx, which: string, parameters: unknown[]): Promise<number> {
  const gone = await tx.sql<PurgedRow>(
    `WITH gone AS (DELETE FROM photos WHERE deleted_at IS NOT NULL AND ${which} RETURNING id, owner_id, object_key)
     SELECT * FROM gone`,
    parameters,
  )
  for (const row of gone) tx.emit(photoPurged, row.id, purged(row))
  return gone.length
}
