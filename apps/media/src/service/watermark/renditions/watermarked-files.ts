import type { http, Rendition, ScaledSize, VariantSize } from '@daymark/contracts'
import { Database } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { RenditionFiles } from '../../variants/rendition.entity.ts'
import { photoLockName } from '../../variants/renditions.ts'
import { type CardSize, watermarkedKey, type WatermarkedName } from '../../files/object-keys.ts'

export type WatermarkedSize = VariantSize | ScaledSize | 'full' | CardSize
/** The watermark of an owner, and the watermarked file of one photo; `rendition` is null if it was not rendered yet. */
export type WatermarkState = {
  version: string | null
  image: Rendition | null
  config: http.WatermarkConfig
  rendition: Rendition | null
}
export type ReadyPhoto = { objectKey: string; width: number; height: number; variants: RenditionFiles }

type LatestRow = { photoId: string; version: string; rendition: Rendition }
type ListRow = { version: string | null; hasImage: boolean; photoId: string | null; rendition: Rendition | null }

/** The table of watermarked files, with one row per photo, size and version of the owner's watermark. */
@Injectable()
export class WatermarkedFiles {
  constructor(private readonly db: Database) {}

  /** Reads the watermark and the file with one query, because every request for a picture needs both. */
  async findState(ownerId: string, photoId: string, size: WatermarkedSize): Promise<WatermarkState | undefined> {
    const [row] = await this.db.sql<WatermarkState>(
      `SELECT w.version, w.image, w.config, m.rendition FROM watermarks w
       LEFT JOIN watermarked_files m ON m.photo_id = $2 AND m.size = $3 AND m.version = w.version AND m.owner_id = w.owner_id
       WHERE w.owner_id = $1`,
      [ownerId, photoId, size],
    )
    return row
  }

  async find({ photoId, size, version }: WatermarkedName): Promise<Rendition | undefined> {
    const [row] = await this.db.sql<{ rendition: Rendition }>(
      'SELECT rendition FROM watermarked_files WHERE photo_id = $1 AND size = $2 AND version = $3',
      [photoId, size, version],
    )
    return row?.rendition
  }

  /** Returns the latest watermarked file of each photo, whatever version of the watermark it has. */
  async findLatest(ownerId: string, photoIds: string[], size: WatermarkedSize): Promise<Map<string, LatestRow>> {
    const rows = await this.db.sql<LatestRow>(
      `SELECT DISTINCT ON (photo_id) photo_id AS "photoId", version, rendition FROM watermarked_files
       WHERE owner_id = $1 AND photo_id = ANY($2::uuid[]) AND size = $3 ORDER BY photo_id, rendered_at DESC`,
      [ownerId, photoIds, size],
    )
    return new Map(rows.map(row => [row.photoId, row]))
  }

  /** Returns the files with the current version of the watermark in the order of `photoIds`; null for a photo without such a file. */
  async list(
    ownerId: string,
    photoIds: string[],
    size: WatermarkedSize,
  ): Promise<{ version: string | null; hasImage: boolean; files: (Rendition | null)[] }> {
    const rows = await this.db.sql<ListRow>(
      `SELECT w.version, w.image IS NOT NULL AS "hasImage", m.photo_id AS "photoId", m.rendition FROM watermarks w
       LEFT JOIN watermarked_files m ON m.photo_id = ANY($2::uuid[]) AND m.size = $3 AND m.version = w.version AND m.owner_id = w.owner_id
       WHERE w.owner_id = $1`,
      [ownerId, photoIds, size],
    )
    const byPhoto = new Map(rows.map(row => [row.photoId, row.rendition]))
    const { version = null, hasImage = false } = rows[0] ?? {}
    return { version, hasImage, files: photoIds.map(photoId => byPhoto.get(photoId) ?? null) }
  }

  /** Returns a photo with its variants. Undefined if it belongs to another owner or has no variants. */
  async findReadyPhoto(ownerId: string, photoId: string): Promise<ReadyPhoto | undefined> {
    const [row] = await this.db.sql<ReadyPhoto>(
      `SELECT object_key AS "objectKey", width, height, variants FROM renditions
       WHERE photo_id = $1 AND owner_id = $2 AND status = 'ready'`,
      [photoId, ownerId],
    )
    return row
  }

  /** Saves a watermarked file. Returns false if the photo was removed in the meantime; the caller must then delete the file. */
  save(name: WatermarkedName, ownerId: string, rendition: Rendition): Promise<boolean> {
    return this.db.commit(async tx => {
      // the photo may be removed at the same time
      tx.lock(photoLockName(name.photoId))
      const savedRows = await tx.sql(
        `INSERT INTO watermarked_files (photo_id, size, version, owner_id, rendition)
         SELECT $1, $2, $3, $4, $5 WHERE EXISTS (SELECT FROM renditions WHERE photo_id = $1 AND status = 'ready')
         ON CONFLICT (photo_id, size, version) DO UPDATE SET rendition = $5 RETURNING photo_id`,
        [name.photoId, name.size, name.version, ownerId, rendition],
      )
      return savedRows.length > 0
    })
  }

  /** Runs `work`, which renders a file, in only one replica at a time. A second call waits, and its `work` then finds the file. */
  runExclusively<T>(name: WatermarkedName, work: () => Promise<T>): Promise<T> {
    return this.db.whileLocked(watermarkedKey(name), work)
  }

  async findKeysOfPhoto(photoId: string): Promise<string[]> {
    const rows = await this.db.sql<{ key: string }>(
      `SELECT rendition ->> 'key' AS key FROM watermarked_files WHERE photo_id = $1`,
      [photoId],
    )
    return rows.map(({ key }) => key)
  }

  deleteRowsOfPhoto(photoId: string): Promise<void> {
    return this.db.commit(async tx => tx.send('DELETE FROM watermarked_files WHERE photo_id = $1', [photoId]))
  }

  /**
   * Deletes rows with outdated versions of watermarks that were changed before `before`, except the latest row of each photo and size.
   * Returns the storage keys of their files.
   */
  deleteOutdated(before: Date, limit: number): Promise<string[]> {
    return this.db.commit(async tx => {
      const rows = await tx.sql<{ key: string }>(
        `DELETE FROM watermarked_files m USING (
           SELECT o.photo_id, o.size, o.version FROM watermarks w
           JOIN watermarked_files o ON o.owner_id = w.owner_id AND o.version <> w.version
           WHERE w.changed_at < $1 AND EXISTS (
             SELECT FROM watermarked_files later WHERE later.photo_id = o.photo_id AND later.size = o.size AND later.owner_id = o.owner_id
               AND later.version <> o.version AND (later.version = w.version OR later.rendered_at > o.rendered_at))
           LIMIT $2
         ) due
         WHERE m.photo_id = due.photo_id AND m.size = due.size AND m.version = due.version
         RETURNING m.rendition ->> 'key' AS key`,
        [before, limit],
      )
      return rows.map(({ key }) => key)
    })
  }

  /** Returns those keys to which no row refers. */
  async findUnreferencedKeys(keys: string[]): Promise<string[]> {
    const rows = await this.db.sql<{ key: string }>(
      `SELECT key FROM unnest($1::text[]) key
       WHERE NOT EXISTS (SELECT FROM watermarked_files m WHERE m.photo_id = substring(key FROM 'photo[.]([0-9a-f-]{36})[.]')::uuid
                         AND m.rendition ->> 'key' = key)
         AND NOT EXISTS (SELECT FROM watermarks w WHERE w.owner_id = substring(key FROM 'logo[.]([0-9a-f-]{36})[.]')::uuid
                         AND w.image ->> 'key' = key)
         AND NOT EXISTS (SELECT FROM studio_logos s WHERE s.owner_id = substring(key FROM 'studio[.]([0-9a-f-]{36})[.]')::uuid
                         AND s.logo ->> 'key' = key)`,
      [keys],
    )
    return rows.map(({ key }) => key)
  }
}
