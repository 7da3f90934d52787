import { type DownloadSize, errors, sharing, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { isToken } from '../links/link-token.ts'
import { GalleryAccess, ACCESS_COLUMNS, type AccessRow } from './gallery-access.ts'
import { galleryPhotoNamed, galleryPhotos } from './gallery-photos.ts'
import { hasLimit, offeredSize } from './offered-downloads.ts'
import { decodeSelection, encodeSelection } from './photo-selection.ts'
import { downloadFile, jpegName, type Downloadable } from './visitor-file.ts'

type LinkRow = AccessRow & { title: string }
type FileRow = Downloadable & { photoId: string; fileId: string | null; takenAt: Date | null }
type Wanted = Input<typeof sharing.listArchive>

const FILE_COLUMNS =
  'id AS "photoId", file_id AS "fileId", original_filename AS "originalFilename", original, variants -> \'lg\' AS lg, visitor, taken_at AS "takenAt"'

/** The photos of the gallery in its order; sizes and CRC-32 of originals are known since upload, media knows the others. */
@Handles(sharing.listArchive)
export class ListArchive implements Handler<typeof sharing.listArchive> {
  private readonly db: Database
  private readonly access: GalleryAccess
  constructor(db: Database, access: GalleryAccess) {
    this.db = db
    this.access = access
  }

  async handle(wanted: Wanted) {
    const link = this.access.enter(await this.link(wanted.token), wanted.grant)
    const size = offeredSize(link, wanted.size)
    const all = await this.photos(link, wanted)
    const ids = all.map(({ photoId }) => photoId)
    const rows = chosen(all, ids, wanted)
    return {
      linkId: link.id,
      ownerId: link.ownerId,
      watermark: link.watermark,
      expiresAt: link.expiresAt?.toISOString() ?? null,
      title: link.title,
      size,
      hasLimit: hasLimit(link),
      ...(wanted.photoIds && { selection: encodeSelection(ids, new Set(wanted.photoIds)) }),
      files: rows.map(row => ({
        photoId: row.photoId,
        ...(row.fileId && { fileId: row.fileId }),
        ...fileOf(row, size),
        modified: row.takenAt?.toISOString() ?? null,
      })),
    }
  }

  private photos(link: LinkRow, { name }: Wanted): Promise<FileRow[]> {
    return name === undefined
      ? galleryPhotos<FileRow>(this.db, link, FILE_COLUMNS)
      : galleryPhotoNamed<FileRow>(this.db, link, FILE_COLUMNS, name)
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

function chosen(all: FileRow[], ids: string[], { photoIds, selection, name }: Wanted): FileRow[] {
  if (photoIds) return named(all, new Set(photoIds))
  if (selection !== undefined) return named(all, decodeSelection(ids, selection))
  if (name !== undefined && !all.length) throw errors.PHOTO_NOT_FOUND()
  return all
}

/** All of them or none: what is not in the gallery (any more) is not left out in silence. */
function named(all: FileRow[], ids: ReadonlySet<string>): FileRow[] {
  const found = all.filter(({ photoId }) => ids.has(photoId))
  if (found.length !== ids.size || !ids.size) throw errors.PHOTO_NOT_FOUND()
  return found
}

/** No key where media has to say where it is: never by mistake another size. */
function fileOf(row: FileRow, size: DownloadSize) {
  if (size === 'original') return downloadFile(row)
  return { key: '', size: 0, crc32: 0, mimeType: 'image/jpeg', name: jpegName(row.originalFilename) }
}
