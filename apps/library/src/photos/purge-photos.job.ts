import { photoPurged } from '@daymark/contracts'
import { Clock, Database, Every, purgeCutoff, type Job, type Tx } from '@daymark/platform'
import { LibraryConfig } from '../config.ts'
import { purgeAlbumsAndTags } from '../trash/trash-albums-and-tags.ts'

const ITEMS_PER_BATCH = 500

/** Permanently deletes photos, albums and tags whose time in the trash is over. Events make the media service delete the stored files. */
@Every('5m')
export class PurgePhotos implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly config: LibraryConfig,
  ) {}

  async run(): Promise<void> {
    const deletedBefore = purgeCutoff(this.clock.now(), this.config)
    const photosCondition = `id IN (SELECT id FROM photos WHERE deleted_at <= $1 ORDER BY deleted_at LIMIT ${ITEMS_PER_BATCH} FOR UPDATE SKIP LOCKED)`
    while ((await this.db.commit(tx => purgePhotos(tx, photosCondition, [deletedBefore]))) === ITEMS_PER_BATCH);
    const itemsCondition = `id IN (SELECT id FROM trash WHERE deleted_at <= $1 ORDER BY deleted_at LIMIT ${ITEMS_PER_BATCH} FOR UPDATE SKIP LOCKED)`
    while (
      (await this.db.commit(tx => purgeAlbumsAndTags(tx, itemsCondition, [deletedBefore]))).length === ITEMS_PER_BATCH
    );
  }
}

export type PurgedRow = { id: string; owner_id: string; object_key: string; is_current: boolean }
export const toPurgedPhoto = (row: PurgedRow) => ({ photoId: row.id, ownerId: row.owner_id, objectKey: row.object_key })

/** SQL that deletes photos and returns all of their files, including earlier versions and pending replacements. */
export const deletePhotosSql = (condition: string): string => `
  WITH deleted AS (DELETE FROM photos WHERE ${condition} RETURNING id, file_id, owner_id, object_key),
  other_files AS (DELETE FROM photo_files WHERE photo_id IN (SELECT id FROM deleted) RETURNING id, owner_id, object_key)
  SELECT coalesce(file_id, id) AS id, owner_id, object_key, true AS is_current FROM deleted
  UNION ALL SELECT id, owner_id, object_key, false FROM other_files`

export async function purgePhotos(tx: Tx, condition: string, parameters: unknown[]): Promise<number> {
  // locks the photos first, so that their other files cannot change until they are deleted
  const locked = await tx.sql<{ id: string }>(
    `SELECT id FROM photos WHERE deleted_at IS NOT NULL AND ${condition} FOR UPDATE`,
    parameters,
  )
  const deletedRows = await tx.sql<PurgedRow>(deletePhotosSql('id = ANY($1)'), [locked.map(({ id }) => id)])
  for (const row of deletedRows) tx.emit(photoPurged, row.id, toPurgedPhoto(row))
  return deletedRows.filter(row => row.is_current).length
}
