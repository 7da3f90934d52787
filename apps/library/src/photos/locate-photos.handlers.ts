import {
  type Actor,
  BROWSER_IMAGE_TYPES,
  downloadName,
  errors,
  type Input,
  library,
  type LocatedObject,
  type Rendition,
  type Renditions,
} from '@daymark/contracts'
import { Database, Handles, RpcHandlers } from '@daymark/platform'

type LocatedRow = {
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

type NeighborRow = {
  photoId: string
  fileId: string | null
  name: string
  originalFilename: string
  variants: Renditions
}

/**
 * Number of photos to read on each side of the requested photo. A client may scroll in both directions: a library shows the newest photo
 * first, an album often the oldest.
 */
const NEIGHBORS_PER_DIRECTION = 125

@RpcHandlers()
export class PhotoLocationHandlers {
  constructor(private readonly db: Database) {}

  /** Returns where a file of the owner's photo is stored, with one index lookup, because a photo grid calls this for each of its photos. */
  @Handles(library.locatePhoto)
  async locatePhoto({ size, name }: Input<typeof library.locatePhoto>, actor: Actor): Promise<LocatedObject> {
    const isFile = size === 'original' || size === 'full'
    const stem = isFile ? name.replace(/\.[^.]*$/, '') : name
    const [row] = stem.includes('\0') ? [] : await this.findRows(actor.userId, stem, 'stem = $2')
    const matchingRow =
      row && (!isFile || row.filename === name) ? row : await this.findByPreviousName(actor.userId, stem)
    const located = matchingRow && locateSize(matchingRow, size)
    if (!located) throw errors.PHOTO_NOT_FOUND()
    return located
  }

  /**
   * Finds the photo that had this name before its file was replaced. Pages that were opened before the replacement still request this name.
   */
  private async findByPreviousName(ownerId: string, stem: string): Promise<LocatedRow | undefined> {
    if (stem.includes('\0')) return undefined
    const condition = "replaced_at IS NOT NULL AND split_part(stem, '~', 1) = split_part($2, '~', 1)"
    return (await this.findRows(ownerId, stem, condition))[0]
  }

  private findRows(ownerId: string, stem: string, nameCondition: string): Promise<LocatedRow[]> {
    return this.db.sql<LocatedRow>(
      `SELECT id, file_id, filename, original_filename, object_key, size, sha256, mime_type, variants, visitor_file -> 'rendition' AS full_jpeg
       FROM photos
       WHERE owner_id = $1 AND ${nameCondition} AND deleted_at IS NULL`,
      [ownerId, stem],
    )
  }

  /**
   * Returns the storage keys of the variants of a photo and of its neighbors, so that a grid with hundreds of variants causes few calls.
   */
  @Handles(library.listFiles)
  async listFiles({ name }: Input<typeof library.listFiles>, { userId }: Actor) {
    const rows = name.includes('\0') ? [] : await this.readWithNeighbors(userId, name)
    const files = rows.map(({ photoId, fileId, originalFilename, variants: { sm, md, lg }, ...row }) => ({
      photoId,
      ...(fileId && { fileId }),
      name: row.name,
      sm,
      md,
      lg,
      downloadName: downloadName(originalFilename, 'image/jpeg'),
    }))
    return { files }
  }

  private readWithNeighbors(ownerId: string, name: string): Promise<NeighborRow[]> {
    const selectNeighborsSql = (operator: '<=' | '>', direction: 'ASC' | 'DESC') => `
      (SELECT id AS "photoId", file_id AS "fileId", stem AS name, original_filename AS "originalFilename", variants
       FROM photos, requested WHERE owner_id = $1 AND deleted_at IS NULL AND number ${operator} requested.requested_number
       ORDER BY number ${direction}, id ${direction} LIMIT ${NEIGHBORS_PER_DIRECTION})`
    return this.db.sql<NeighborRow>(
      `WITH requested AS (SELECT number AS requested_number FROM photos WHERE owner_id = $1 AND stem = $2 AND deleted_at IS NULL)
       SELECT * FROM (${selectNeighborsSql('<=', 'DESC')} UNION ALL ${selectNeighborsSql('>', 'ASC')}) AS neighbors WHERE variants IS NOT NULL`,
      [ownerId, name],
    )
  }
}

function locateSize(row: LocatedRow, size: Input<typeof library.locatePhoto>['size']): LocatedObject | undefined {
  if (size === 'original') return locateOriginal(row)
  if (size !== 'full') return locateJpeg(row, row.variants?.[size])
  // RAW and HEIC files have a full-size JPEG; for other formats that browsers cannot show, the large variant is used
  if (row.full_jpeg) return locateJpeg(row, row.full_jpeg)
  return BROWSER_IMAGE_TYPES.has(row.mime_type) ? locateOriginal(row) : locateJpeg(row, row.variants?.lg)
}

function locateOriginal(row: LocatedRow): LocatedObject {
  const { id: photoId, file_id: fileId, object_key: key, sha256, mime_type: mimeType } = row
  return {
    photoId,
    ...(fileId && { fileId }),
    key,
    size: Number(row.size),
    sha256,
    mimeType,
    downloadName: downloadName(row.original_filename, mimeType),
  }
}
function locateJpeg(row: LocatedRow, rendition: Rendition | undefined): LocatedObject | undefined {
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
