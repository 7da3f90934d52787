import {
  BROWSER_PICTURES,
  downloadName,
  errors,
  library,
  type Actor,
  type Input,
  type Located,
  type Rendition,
  type Renditions,
} from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'

type Row = {
  id: string
  file_id: string | null
  filename: string
  original_filename: string
  object_key: string
  size: string
  sha256: string
  mime_type: string
  variants: Renditions | null
  full_jpeg: Rendition | null
}

/** The way to every byte of the owner's own photos. One look-up in one index: each tile of the grid asks. */
@Handles(library.locatePhoto)
export class LocatePhoto implements Handler<typeof library.locatePhoto> {
  constructor(private readonly db: Database) {}

  async handle({ size, name }: Input<typeof library.locatePhoto>, actor: Actor): Promise<Located> {
    const isFile = size === 'original' || size === 'full'
    const stem = isFile ? name.replace(/\.[^.]*$/, '') : name
    const [row] = stem.includes('\0') ? [] : await this.find(actor.userId, stem, 'stem = $2')
    const named = row && (!isFile || row.filename === name) ? row : await this.formerlyNamed(actor.userId, stem)
    const located = named && locate(named, size)
    if (!located) throw errors.PHOTO_NOT_FOUND()
    return located
  }

  /** Before its file was replaced. Pages that were open then get what it is now. */
  private async formerlyNamed(ownerId: string, stem: string): Promise<Row | undefined> {
    if (stem.includes('\0')) return undefined
    const named = "replaced_at IS NOT NULL AND split_part(stem, '~', 1) = split_part($2, '~', 1)"
    return (await this.find(ownerId, stem, named))[0]
  }

  private find(ownerId: string, stem: string, named: string): Promise<Row[]> {
    return this.db.sql<Row>(
      `SELECT id, file_id, filename, original_filename, object_key, size, sha256, mime_type, variants, visitor_file -> 'rendition' AS full_jpeg
       FROM photos
       WHERE owner_id = $1 AND ${named} AND deleted_at IS NULL`,
      [ownerId, stem],
    )
  }
}

function locate(row: Row, size: Input<typeof library.locatePhoto>['size']): Located | undefined {
  if (size === 'original') return original(row)
  if (size !== 'full') return jpeg(row, row.variants?.[size])
  // RAW and HEIC files have a JPEG of all their pixels; what else no browser shows has at least the large variant.
  if (row.full_jpeg) return jpeg(row, row.full_jpeg)
  return BROWSER_PICTURES.has(row.mime_type) ? original(row) : jpeg(row, row.variants?.lg)
}

function original(row: Row): Located {
  const { id: photoId, file_id: fileId, object_key: key, sha256, mime_type: mimeType } = row
  const named = downloadName(row.original_filename, mimeType)
  return { photoId, ...(fileId && { fileId }), key, size: Number(row.size), sha256, mimeType, downloadName: named }
}
function jpeg(row: Row, rendition: Rendition | undefined): Located | undefined {
  if (!rendition) return undefined
  const { key, size, sha256 } = rendition
  return {
    photoId: row.id,
    ...(row.file_id && { fileId: row.file_id }),
    key,
    size,
    sha256,
    mimeType: 'image/jpeg',
    downloadName: downloadName(row.original_filename, 'image/jpeg'),
  }
}
