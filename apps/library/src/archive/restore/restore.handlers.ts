import { type ArchivedObject, type Input, libraryRestores } from '@daymark/contracts'
import { Database, Handles, RpcHandlers } from '@daymark/platform'
import { Libraries } from '../../accounts/change-library.ts'
import { publishNextImportedAlbum, recountLibrary } from '../finish-import.ts'
import {
  NEW_EARLIER_FILE_ID_SQL,
  NEW_EARLIER_STORAGE_KEY_SQL,
  IS_MISSING_SQL,
  JOIN_EARLIER_VERSION,
  NEW_STORAGE_KEY_SQL,
  restoreMissingAlbums,
  restoreMissingPhotos,
  restoreMissingTags,
  ALBUM_ID_MAP_CTE,
} from './restore-missing-items.ts'

/** Time limit of one call of `applyRestore`. The backup service repeats the call until `more` is false. */
const MAX_CALL_MS = 2000
const COUNT_RESTORED_PHOTOS = `
  SELECT count(*)::int AS photos FROM staged_rows s JOIN photos p ON p.id = s.new_id
  WHERE s.restore_id = $1 AND s.table_name = 'photos'`

const DELETE_STAGED_PHOTOS = `
  DELETE FROM staged_rows
  WHERE restore_id = $1 AND user_id = $2 AND table_name IN ('photos', 'photo_files') AND row ->> 'sha256' = ANY ($3)`

const SELECT_MISSING_FILES = `
  SELECT id, key, sha256, size FROM (
    SELECT s.old_id AS id, ${NEW_STORAGE_KEY_SQL} AS key, s.row ->> 'sha256' AS sha256, (s.row ->> 'size')::float8 AS size
    FROM staged_rows s WHERE s.restore_id = $1 AND s.table_name = 'photos' AND ${IS_MISSING_SQL}
    UNION ALL SELECT ${NEW_EARLIER_FILE_ID_SQL}, ${NEW_EARLIER_STORAGE_KEY_SQL}, e.row ->> 'sha256', (e.row ->> 'size')::float8
    FROM staged_rows s JOIN ${JOIN_EARLIER_VERSION} WHERE s.restore_id = $1 AND s.table_name = 'photos' AND ${IS_MISSING_SQL}) AS wanted
  WHERE $3::uuid IS NULL OR id > $3 ORDER BY id LIMIT $4`
const COUNT_MISSING_PHOTOS = `
  SELECT count(*)::int AS photos FROM staged_rows s WHERE s.restore_id = $1 AND s.table_name = 'photos' AND ${IS_MISSING_SQL}`

const SELECT_RESTORED_ALBUMS = `
  WITH ${ALBUM_ID_MAP_CTE}
  SELECT backup_id AS "from", library_id AS "to" FROM album_id_map
  WHERE is_created AND ($3::uuid IS NULL OR backup_id > $3) ORDER BY backup_id LIMIT $4`

/** SQL for the new id of a staged row. All attempts of one restore compute the same id; another restore computes another id. */
const NEW_ID_SQL = `overlay(overlay(md5($1 || (r -> 'row' ->> 'id')) placing '8' from 13) placing 'a' from 17)::uuid`
const INSERT_STAGED_ROWS = `
  INSERT INTO staged_rows (restore_id, user_id, table_name, key, old_id, new_id, row)
  SELECT $1::uuid, $2::uuid, r ->> 'table',
    coalesce(r -> 'row' ->> 'id', md5((r -> 'row')::text)), (r -> 'row' ->> 'id')::uuid,
    CASE WHEN r -> 'row' ->> 'id' IS NOT NULL THEN ${NEW_ID_SQL} END, r -> 'row'
  FROM jsonb_array_elements($3::jsonb) AS r ON CONFLICT DO NOTHING`

@RpcHandlers()
export class RestoreHandlers {
  constructor(
    private readonly db: Database,
    private readonly libraries: Libraries,
  ) {}

  @Handles(libraryRestores.apply)
  async applyRestore({ restoreId, userId }: Input<typeof libraryRestores.apply>) {
    const deadline = performance.now() + MAX_CALL_MS
    let hasMore = true
    while (hasMore && performance.now() < deadline)
      hasMore = await this.libraries.change(userId, lockedLibrary => restoreMissingPhotos(lockedLibrary, restoreId))
    if (!hasMore) {
      await this.libraries.change(userId, lockedLibrary => restoreMissingAlbums(lockedLibrary, restoreId))
      await this.libraries.change(userId, lockedLibrary => restoreMissingTags(lockedLibrary, restoreId))
      while (await this.libraries.change(userId, publishNextImportedAlbum));
      await this.libraries.change(userId, recountLibrary)
    }
    const [restored] = await this.db.sql<{ photos: number }>(COUNT_RESTORED_PHOTOS, [restoreId])
    return { photos: restored?.photos ?? 0, more: hasMore }
  }

  @Handles(libraryRestores.discardStagedRows)
  async discardStagedRows({ userId }: Input<typeof libraryRestores.discardStagedRows>) {
    await this.db.commit(tx => tx.sql('DELETE FROM staged_rows WHERE user_id = $1', [userId]))
    return { success: true as const }
  }

  @Handles(libraryRestores.skipPhotos)
  async skipPhotos({ restoreId, userId, sha256s }: Input<typeof libraryRestores.skipPhotos>) {
    await this.db.commit(tx => tx.sql(DELETE_STAGED_PHOTOS, [restoreId, userId, sha256s]))
    return { success: true as const }
  }

  @Handles(libraryRestores.listMissingFiles)
  async listMissingFiles({ restoreId, userId, after, limit }: Input<typeof libraryRestores.listMissingFiles>) {
    const missingFiles = await this.db.sql<ArchivedObject & { id: string }>(SELECT_MISSING_FILES, [
      restoreId,
      userId,
      after,
      limit,
    ])
    const [count] =
      after === null ? await this.db.sql<{ photos: number }>(COUNT_MISSING_PHOTOS, [restoreId, userId]) : []
    return {
      photos: count?.photos ?? 0,
      objects: missingFiles.map(({ id: _, ...object }) => object),
      after: missingFiles.length === limit ? (missingFiles.at(-1)?.id ?? null) : null,
    }
  }

  /**
   * Lists restored albums with their ids in the backup (`from`) and in the library (`to`). Includes albums that an interrupted attempt of
   * the same restore created.
   */
  @Handles(libraryRestores.listAlbums)
  async listRestoredAlbums({ restoreId, userId, after, limit }: Input<typeof libraryRestores.listAlbums>) {
    return {
      albums: await this.db.sql<{ from: string; to: string }>(SELECT_RESTORED_ALBUMS, [
        restoreId,
        userId,
        after,
        limit,
      ]),
    }
  }

  @Handles(libraryRestores.stage)
  async stageRows({ restoreId, userId, rows }: Input<typeof libraryRestores.stage>) {
    await this.db.commit(async tx => {
      tx.send('DELETE FROM staged_rows WHERE user_id = $1 AND restore_id <> $2', [userId, restoreId])
      tx.send(INSERT_STAGED_ROWS, [restoreId, userId, JSON.stringify(rows)])
    })
    return { success: true as const }
  }
}
