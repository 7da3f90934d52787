import { errors, sharing, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { isToken } from '../links/link-token.ts'
import { GalleryAccess, ACCESS_COLUMNS, type AccessRow } from './gallery-access.ts'
import { galleryPhotos } from './gallery-photos.ts'
import { downloadFile, type Downloadable } from './visitor-file.ts'

type LinkRow = AccessRow & { title: string }
type FileRow = Downloadable & { photoId: string; takenAt: Date | null }

const FILE_COLUMNS =
  'id AS "photoId", original_filename AS "originalFilename", original, variants -> \'lg\' AS lg, visitor, taken_at AS "takenAt"'

/** The photos of the gallery in its order; sizes and CRC-32 are known since upload. */
@Handles(sharing.listArchive)
export class ListArchive implements Handler<typeof sharing.listArchive> {
  private readonly db: Database
  private readonly access: GalleryAccess
  constructor(db: Database, access: GalleryAccess) {
    this.db = db
    this.access = access
  }

  async handle({ token, grant }: Input<typeof sharing.listArchive>) {
    const link = this.access.enter(await this.link(token), grant)
    if (!link.allowDownloads) throw errors.DOWNLOADS_OFF()
    const rows = await galleryPhotos<FileRow>(this.db, link, FILE_COLUMNS)
    const files = rows.map(downloadFile)
    return {
      linkId: link.id,
      ownerId: link.ownerId,
      watermark: link.watermark,
      expiresAt: link.expiresAt?.toISOString() ?? null,
      title: link.title,
      files: files.map(({ key, size, crc32, name, patches }, i) => ({
        photoId: rows[i]?.photoId,
        key,
        size,
        crc32,
        ...(patches && { patches }),
        name,
        modified: rows[i]?.takenAt?.toISOString() ?? null,
      })),
    }
  }

  private async link(token: string): Promise<LinkRow | undefined> {
    if (!isToken(token)) return undefined
    const [row] = await this.db.sql<LinkRow>(
      `SELECT ${ACCESS_COLUMNS}, a.title FROM links l JOIN albums a ON a.id = l.album_id WHERE l.token = $1`,
      [token],
    )
    return row
  }
}
