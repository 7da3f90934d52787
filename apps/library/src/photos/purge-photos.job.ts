import { photoPurged } from '@daymark/contracts'
import { Clock, Database, Every, purgeCutoff, type Job, type Tx } from '@daymark/platform'
import { LibraryConfig } from '../config.ts'
import { purgeThings } from '../trash/purge-things.ts'

const BATCH = 500

/** When the time of grace is over the row goes, and an event lets the owner of the objects remove them; albums and tags go too. */
@Every('5m')
export class PurgePhotos implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly config: LibraryConfig,
  ) {}

  async run(): Promise<void> {
    const until = purgeCutoff(this.clock.now(), this.config)
    const due = `id IN (SELECT id FROM photos WHERE deleted_at <= $1 ORDER BY deleted_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`
    while ((await this.db.commit(tx => purge(tx, due, [until]))) === BATCH);
    const things = `id IN (SELECT id FROM trash WHERE deleted_at <= $1 ORDER BY deleted_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`
    while ((await this.db.commit(tx => purgeThings(tx, things, [until]))).length === BATCH);
  }
}

/** A file of a photo; `isShown`: the one that it is, and not one beside it. */
export type PurgedRow = { id: string; owner_id: string; object_key: string; is_shown: boolean }
export const purged = (row: PurgedRow) => ({ photoId: row.id, ownerId: row.owner_id, objectKey: row.object_key })

/** SQL that deletes photos, and answers all of their files: those beside what they show go with them. */
export const deletePhotos = (which: string): string => `
  WITH gone AS (DELETE FROM photos WHERE ${which} RETURNING id, file_id, owner_id, object_key),
  beside AS (DELETE FROM photo_files WHERE photo_id IN (SELECT id FROM gone) RETURNING id, owner_id, object_key)
  SELECT coalesce(file_id, id) AS id, owner_id, object_key, true AS is_shown FROM gone
  UNION ALL SELECT id, owner_id, object_key, false FROM beside`

export async function purge(tx: Tx, which: string, parameters: unknown[]): Promise<number> {
  // first the rows are held: what is beside a photo is read when nobody can change it any more
  const held = await tx.sql<{ id: string }>(
    `SELECT id FROM photos WHERE deleted_at IS NOT NULL AND ${which} FOR UPDATE`,
    parameters,
  )
  const gone = await tx.sql<PurgedRow>(deletePhotos('id = ANY($1)'), [held.map(({ id }) => id)])
  for (const row of gone) tx.emit(photoPurged, row.id, purged(row))
  return gone.filter(row => row.is_shown).length
}
