import { errors, sharing, type Input, type Rendition, type VariantSize } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { isToken } from '../link-token.ts'
import { GalleryAccess, ACCESS_COLUMNS, type AccessRow } from './gallery-access.ts'
import { offeredSize } from './offered-downloads.ts'
import { formerlyNamed } from './gallery-photos.ts'
import { downloadFile, variantFile, type Downloadable } from './visitor-file.ts'

type Row = AccessRow & Downloadable & { photoId: string | null; fileId: string | null; variant: Rendition }

const NAMED = 'p.stem = $2'
const FORMERLY_NAMED = formerlyNamed('p.stem', '$2')

/** The hottest call of a gallery: link, membership and photo in one query, each by an index. */
@Handles(sharing.locatePublic)
export class LocatePublic implements Handler<typeof sharing.locatePublic> {
  constructor(
    private readonly db: Database,
    private readonly access: GalleryAccess,
  ) {}

  async handle({ token, grant, size, name, download }: Input<typeof sharing.locatePublic>) {
    const found = await this.find(token, name, size, NAMED)
    // a page that was open while the file was replaced
    const isFormer = found !== undefined && !found.photoId
    const row = this.access.enter(isFormer ? await this.find(token, name, size, FORMERLY_NAMED) : found, grant)
    if (download) offeredSize(row, 'original')
    if (!row.photoId) throw errors.PHOTO_NOT_FOUND()
    const {
      crc32: _,
      name: downloadName,
      ...file
    } = download ? downloadFile(row) : variantFile(row.originalFilename, row.variant)
    return {
      ...file,
      downloadName,
      photoId: row.photoId,
      ...(row.fileId && { fileId: row.fileId }),
      linkId: row.id,
      ownerId: row.ownerId,
      watermark: row.watermark,
      expiresAt: row.expiresAt?.toISOString() ?? null,
    }
  }

  private async find(token: string, name: string, size: VariantSize, named: string): Promise<Row | undefined> {
    if (!isToken(token)) return undefined
    const [row] = await this.db.sql<Row>(
      `SELECT ${ACCESS_COLUMNS}, p.id AS "photoId", p.file_id AS "fileId", p.original_filename AS "originalFilename", p.original,
              p.visitor_file AS visitor,
              p.variants -> 'lg' AS lg, p.variants -> $3 AS variant
       FROM links l
       LEFT JOIN (photos p JOIN album_photos m ON m.photo_id = p.id AND m.present)
         ON p.owner_id = l.owner_id AND ${named} AND NOT p.deleted AND p.variants IS NOT NULL AND m.album_id = l.album_id
       WHERE l.token = $1`,
      [token, name.includes('\0') ? null : name, size],
    )
    return row
  }
}
