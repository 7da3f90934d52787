import type { http, Rendition, ScaledSize, VariantSize } from '@daymark/contracts'
import { Database, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { Variants } from '../../variants/rendition.entity.ts'
import { type CardName, markedKey, type MarkedName } from '../../files/object-keys.ts'

export type MarkedSize = VariantSize | ScaledSize | 'full' | CardName
/** The watermark of an owner, and the rendition of a photo with it. */
export type MarkState = {
  version: string | null
  image: Rendition | null
  config: http.WatermarkConfig
  rendition: Rendition | null
}
export type MarkedPhoto = { objectKey: string; width: number; height: number; variants: Variants }

type Latest = { photoId: string; version: string; rendition: Rendition }
type Listed = { version: string | null; hasImage: boolean; photoId: string | null; rendition: Rendition | null }

/** Records which photos are rendered with which version of their owner's watermark. */
@Injectable()
export class MarkedRows {
  constructor(private readonly db: Database) {}

  /** Reads the watermark and the rendition in one query, because every picture of a gallery needs both. */
  async state(ownerId: string, photoId: string, size: MarkedSize): Promise<MarkState | undefined> {
    const [row] = await this.db.sql<MarkState>(
      `SELECT w.version, w.image, w.config, m.rendition FROM watermarks w
       LEFT JOIN watermarked_files m ON m.photo_id = $2 AND m.size = $3 AND m.version = w.version AND m.owner_id = w.owner_id
       WHERE w.owner_id = $1`,
      [ownerId, photoId, size],
    )
    return row
  }

  async find({ photoId, size, version }: MarkedName): Promise<Rendition | undefined> {
    const [row] = await this.db.sql<{ rendition: Rendition }>(
      'SELECT rendition FROM watermarked_files WHERE photo_id = $1 AND size = $2 AND version = $3',
      [photoId, size, version],
    )
    return row?.rendition
  }

  /** Returns the latest rendition of each photo, regardless of its version. */
  async latest(ownerId: string, photoIds: string[], size: MarkedSize): Promise<Map<string, Latest>> {
    const rows = await this.db.sql<Latest>(
      `SELECT DISTINCT ON (photo_id) photo_id AS "photoId", version, rendition FROM watermarked_files
       WHERE owner_id = $1 AND photo_id = ANY($2::uuid[]) AND size = $3 ORDER BY photo_id, rendered_at DESC`,
      [ownerId, photoIds, size],
    )
    return new Map(rows.map(row => [row.photoId, row]))
  }

  /** Returns renditions of the current version in the requested order. */
  async list(
    ownerId: string,
    photoIds: string[],
    size: MarkedSize,
  ): Promise<{ version: string | null; hasImage: boolean; files: (Rendition | null)[] }> {
    const rows = await this.db.sql<Listed>(
      `SELECT w.version, w.image IS NOT NULL AS "hasImage", m.photo_id AS "photoId", m.rendition FROM watermarks w
       LEFT JOIN watermarked_files m ON m.photo_id = ANY($2::uuid[]) AND m.size = $3 AND m.version = w.version AND m.owner_id = w.owner_id
       WHERE w.owner_id = $1`,
      [ownerId, photoIds, size],
    )
    const byPhoto = new Map(rows.map(row => [row.photoId, row.rendition]))
    const { version = null, hasImage = false } = rows[0] ?? {}
    return { version, hasImage, files: photoIds.map(photoId => byPhoto.get(photoId) ?? null) }
  }

  /** Returns undefined if the photo belongs to another owner, is not ready, or was removed. */
  async photo(ownerId: string, photoId: string): Promise<MarkedPhoto | undefined> {
    const [row] = await this.db.sql<MarkedPhoto>(
      `SELECT object_key AS "objectKey", width, height, variants FROM renditions
       WHERE photo_id = $1 AND owner_id = $2 AND status = 'ready'`,
      [photoId, ownerId],
    )
    return row
  }

  /** Returns false if the photo was removed during rendering. The caller must then remove the files. */
  save(name: MarkedName, ownerId: string, rendition: Rendition): Promise<boolean> {
    return this.db.commit(async tx => {
      await lockPhoto(tx, name.photoId)
      const kept = await tx.sql(
        `INSERT INTO watermarked_files (photo_id, size, version, owner_id, rendition)
         SELECT $1, $2, $3, $4, $5 WHERE EXISTS (SELECT FROM renditions WHERE photo_id = $1 AND status = 'ready')
         ON CONFLICT (photo_id, size, version) DO UPDATE SET rendition = $5 RETURNING photo_id`,
        [name.photoId, name.size, name.version, ownerId, rendition],
      )
      return kept.length > 0
    })
  }

  /** Serializes renderings of one picture over all replicas; the second finds the result of the first. */
  exclusive<T>(name: MarkedName, work: () => Promise<T>): Promise<T> {
    return this.db.whileLocked(markedKey(name), work)
  }

  async ofPhoto(photoId: string): Promise<string[]> {
    const rows = await this.db.sql<{ key: string }>(
      `SELECT rendition ->> 'key' AS key FROM watermarked_files WHERE photo_id = $1`,
      [photoId],
    )
    return rows.map(({ key }) => key)
  }

  forgetPhoto(photoId: string): Promise<void> {
    return this.db.commit(async tx => void tx.sql('DELETE FROM watermarked_files WHERE photo_id = $1', [photoId]))
  }

  /** Deletes renditions of settings that were replaced before `before`, except the latest of each photo and size. Returns their keys. */
  forgetOutdated(before: Date, limit: number): Promise<string[]> {
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

  /** Returns the keys to which no row refers. */
  async unknown(keys: string[]): Promise<string[]> {
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

/** The same lock as in Renditions, because removal and rendering of a photo may coincide. */
const lockPhoto = (tx: Tx, photoId: string): Promise<unknown> =>
  tx.sql('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`photo:${photoId}`])
