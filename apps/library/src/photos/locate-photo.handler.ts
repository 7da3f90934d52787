import {
  BROWSER_PICTURES,
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
  private readonly db: Database
  constructor(db: Database) {
    this.db = db
  }

  async handle({ size, name }: Input<typeof library.locatePhoto>, actor: Actor): Promise<Located> {
    const isFile = size === 'original' || size === 'full'
    const stem = isFile ? name.replace(/\.[^.]*$/, '') : name
    const [row] = stem.includes('\0') ? [] : await this.find(actor.userId, stem)
    const located = row && (!isFile || row.filename === name) && locate(row, size)
    if (!located) throw errors.PHOTO_NOT_FOUND()
    return located
  }

  private find(ownerId: string, stem: string): Promise<Row[]> {
    return this.db.sql<Row>(
      `SELECT id, filename, original_filename, object_key, size, sha256, mime_type, variants, visitor -> 'rendition' AS full_jpeg
       FROM photos
       WHERE owner_id = $1 AND stem = $2 AND deleted_at IS NULL`,
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
  const { id: photoId, object_key: key, sha256, mime_type: mimeType, original_filename: downloadName } = row
  return { photoId, key, size: Number(row.size), sha256, mimeType, downloadName }
}
function jpeg(row: Row, rendition: Rendition | undefined): Located | undefined {
  if (!rendition) return undefined
  const { key, size, sha256 } = rendition
  const downloadName = `${row.original_filename.replace(/\.[^.]*$/, '')}.jpg`
  return { photoId: row.id, key, size, sha256, mimeType: 'image/jpeg', downloadName }
}
