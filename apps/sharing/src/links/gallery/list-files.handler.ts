import { type Input, type Renditions, sharing, type VariantFiles } from '@daymark/contracts'
import { Database, Handles, RpcHandlers } from '@daymark/platform'
import { type AccessRow, GalleryAccess } from './gallery-access.ts'
import { GALLERY_VERSION_SQL } from '../read-model/gallery-version.ts'
import { toVariantFile } from '../downloads/visitor-file.ts'

type FileRow = { photoId: string; fileId: string | null; name: string; originalFilename: string; variants: Renditions }

/** Number of neighbors of the requested photo whose variants are located with it, because visitors usually view them next. */
const [PHOTOS_BEFORE, PHOTOS_AFTER] = [50, 200]

@RpcHandlers()
export class ListGalleryFiles {
  constructor(
    private readonly db: Database,
    private readonly access: GalleryAccess,
  ) {}

  /** Locates the variants of a photo and its neighbors. One call per variant would cost more than sending the file. */
  @Handles(sharing.listFiles)
  async listFiles({ name, ...request }: Input<typeof sharing.listFiles>) {
    const link = await this.access.open<{ version: string }>(request, [`${GALLERY_VERSION_SQL} AS version`])
    // `open` has read the version before the files are read, so the files are at least as new as the version
    const rows = name.includes('\0') ? [] : await this.findNeighbors(link, name)
    return { version: link.version, files: rows.map(toVariantFiles) }
  }

  /**
   * Finds the requested photo and its neighbors with the index of the album order, and reads each photo by key (see `findGalleryPhotos`).
   */
  private findNeighbors({ albumId, ownerId }: AccessRow, name: string): Promise<FileRow[]> {
    return this.db.sql<FileRow>(
      `WITH target AS (
         SELECT m.position, m.photo_id FROM photos p JOIN album_photos m ON m.photo_id = p.id AND m.album_id = $1 AND m.present
         WHERE p.owner_id = $2 AND p.stem = $3 AND NOT p.deleted LIMIT 1
       ), neighbors AS (
         (SELECT m.photo_id FROM album_photos m, target a
          WHERE m.album_id = $1 AND m.present AND (m.position, m.photo_id) >= (a.position, a.photo_id)
          ORDER BY m.position, m.photo_id LIMIT ${PHOTOS_AFTER})
         UNION ALL
         (SELECT m.photo_id FROM album_photos m, target a
          WHERE m.album_id = $1 AND m.present AND (m.position, m.photo_id) < (a.position, a.photo_id)
          ORDER BY m.position DESC, m.photo_id DESC LIMIT ${PHOTOS_BEFORE})
       )
       SELECT p.* FROM neighbors CROSS JOIN LATERAL (
         SELECT id AS "photoId", file_id AS "fileId", stem AS name, original_filename AS "originalFilename", variants
         FROM photos WHERE id = neighbors.photo_id AND owner_id = $2 AND variants IS NOT NULL OFFSET 0
       ) p`,
      [albumId, ownerId, name],
    )
  }
}

function toVariantFiles({ photoId, fileId, name, originalFilename, variants: { sm, md, lg } }: FileRow): VariantFiles {
  return {
    photoId,
    ...(fileId && { fileId }),
    name,
    downloadName: toVariantFile(originalFilename, lg).name,
    sm,
    md,
    lg,
  }
}
