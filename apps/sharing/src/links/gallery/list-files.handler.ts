import { sharing, type Input, type Renditions, type VariantFiles } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { isToken } from '../link-token.ts'
import { GalleryAccess, ACCESS_COLUMNS, type AccessRow } from './gallery-access.ts'
import { GALLERY_VERSION } from './gallery-version.ts'
import { variantFile } from './visitor-file.ts'

type LinkRow = AccessRow & { version: string }
type FileRow = { photoId: string; fileId: string | null; name: string; originalFilename: string; variants: Renditions }

/** Who looks at one photo looks at its neighbours next. */
const [BEFORE, AFTER] = [50, 200]

/** What pictures of a gallery need to be found, hundreds at a time: asking for each would cost more than sending it. */
@Handles(sharing.listFiles)
export class ListFiles implements Handler<typeof sharing.listFiles> {
  constructor(
    private readonly db: Database,
    private readonly access: GalleryAccess,
  ) {}

  async handle({ token, grant, name }: Input<typeof sharing.listFiles>) {
    const link = this.access.enter(await this.link(token), grant)
    // The version is read first: files may be newer than it says, never older.
    const rows = name.includes('\0') ? [] : await this.around(link, name)
    return { version: link.version, files: rows.map(fileOf) }
  }

  private async link(token: string): Promise<LinkRow | undefined> {
    if (!isToken(token)) return undefined
    const [row] = await this.db.sql<LinkRow>(
      `SELECT ${ACCESS_COLUMNS}, ${GALLERY_VERSION} AS version FROM links l JOIN albums a ON a.id = l.album_id WHERE l.token = $1`,
      [token],
    )
    return row
  }

  /** Along the index of the order, from the photo that is asked for; each photo then by key (see galleryPhotos). */
  private around({ albumId, ownerId }: AccessRow, name: string): Promise<FileRow[]> {
    return this.db.sql<FileRow>(
      `WITH asked AS (
         SELECT m.position, m.photo_id FROM photos p JOIN album_photos m ON m.photo_id = p.id AND m.album_id = $1 AND m.present
         WHERE p.owner_id = $2 AND p.stem = $3 AND NOT p.deleted LIMIT 1
       ), around AS (
         (SELECT m.photo_id FROM album_photos m, asked a
          WHERE m.album_id = $1 AND m.present AND (m.position, m.photo_id) >= (a.position, a.photo_id)
          ORDER BY m.position, m.photo_id LIMIT ${AFTER})
         UNION ALL
         (SELECT m.photo_id FROM album_photos m, asked a
          WHERE m.album_id = $1 AND m.present AND (m.position, m.photo_id) < (a.position, a.photo_id)
          ORDER BY m.position DESC, m.photo_id DESC LIMIT ${BEFORE})
       )
       SELECT p.* FROM around CROSS JOIN LATERAL (
         SELECT id AS "photoId", file_id AS "fileId", stem AS name, original_filename AS "originalFilename", variants
         FROM photos WHERE id = around.photo_id AND owner_id = $2 AND variants IS NOT NULL OFFSET 0
       ) p`,
      [albumId, ownerId, name],
    )
  }
}

function fileOf({ photoId, fileId, name, originalFilename, variants: { sm, md, lg } }: FileRow): VariantFiles {
  return { photoId, ...(fileId && { fileId }), name, downloadName: variantFile(originalFilename, lg).name, sm, md, lg }
}
