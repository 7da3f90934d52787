import { type Actor, type ExportedPhoto, fieldsIn, type Input, library, photoFields } from '@daymark/contracts'
import { Database, Handles, preparedStatement, RpcHandlers } from '@daymark/platform'
import { readLibraryVersion } from '../accounts/change-library.ts'
import { CAPTURE_SQL, selectListOf } from '../photos/photo-columns.ts'

/** Number of photos per page. Limits a page to a few hundred kB. */
const PHOTOS_PER_PAGE = 500
type ExportedRow = Omit<ExportedPhoto, 'takenAt' | 'uploadedAt'> & { takenAt: Date | null; uploadedAt: Date }

const SELECT_EXPORTED_PHOTOS = preparedStatement(`
  SELECT p.id, p.number, p.original_filename AS name, ${selectListOf(fieldsIn(photoFields, 'library'))}, p.object_key AS key,
    p.size::float8, p.crc32::float8, p.sha256, p.mime_type AS "mimeType", p.width, p.height,
    p.taken_at AS "takenAt", p.created_at AS "uploadedAt", p.exif -> 'gps' AS gps, ${CAPTURE_SQL} AS capture,
    ARRAY(SELECT t.label::text FROM photo_tags x JOIN tags t ON t.id = x.tag_id WHERE x.photo_id = p.id ORDER BY t.label) AS tags,
    coalesce((SELECT jsonb_agg(jsonb_build_object('id', x.album_id, 'position', x.position)
        ORDER BY a.is_favorites, x.added_at, x.album_id)
      FROM album_photos x JOIN albums a ON a.id = x.album_id WHERE x.photo_id = p.id), '[]') AS albums,
    CASE WHEN p.has_earlier THEN (SELECT jsonb_build_object('name', f.original_filename, 'key', f.object_key, 'size', f.size,
        'crc32', f.crc32, 'sha256', f.sha256, 'mimeType', f.mime_type) FROM photo_files f WHERE f.photo_id = p.id AND f.role = 'earlier') END AS earlier
  FROM photos p WHERE p.owner_id = $1 AND p.deleted_at IS NULL AND p.number > $2 ORDER BY p.number, p.id LIMIT ${PHOTOS_PER_PAGE}`)

@RpcHandlers()
export class ExportHandlers {
  constructor(private readonly db: Database) {}

  @Handles(library.beginExport)
  async beginExport(_: object, actor: Actor) {
    const target = { kind: 'user', id: actor.userId, name: actor.name ?? null }
    await this.db.commit(async tx => tx.audit(actor, 'library.exported', target))
    return { version: await readLibraryVersion(this.db, actor.userId) }
  }

  /** Returns one page of an export, in upload order. Each page is one index range scan. The page after the last photo is empty. */
  @Handles(library.exportPhotos)
  async exportPhotos({ after }: Input<typeof library.exportPhotos>, { userId }: Actor) {
    const version = await readLibraryVersion(this.db, userId)
    const rows = await this.db.sql<ExportedRow>(SELECT_EXPORTED_PHOTOS, [userId, after])
    const photos = rows.map(({ takenAt, uploadedAt, ...row }) => ({
      ...row,
      takenAt: takenAt?.toISOString() ?? null,
      uploadedAt: uploadedAt.toISOString(),
    }))
    return { photos, version, next: rows.at(-1)?.number ?? null }
  }
}
