import { errors, sharing, type Input, type Rendition, type VariantSize } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { isToken } from '../links/link-token.ts'
import { GalleryAccess, ACCESS_COLUMNS, type AccessRow } from './gallery-access.ts'
import { offeredSize } from './offered-downloads.ts'
import { downloadFile, variantFile, type Downloadable } from './visitor-file.ts'

type Row = AccessRow & Downloadable & { photoId: string | null; variant: Rendition }

/** The hottest call of a gallery: link, membership and photo in one query, each by an index. */
@Handles(sharing.locatePublic)
export class LocatePublic implements Handler<typeof sharing.locatePublic> {
  private readonly db: Database
  private readonly access: GalleryAccess
  constructor(db: Database, access: GalleryAccess) {
    this.db = db
    this.access = access
  }

  async handle({ token, grant, size, name, download }: Input<typeof sharing.locatePublic>) {
    const row = this.access.enter(await this.find(token, name, size), grant)
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
      linkId: row.id,
      ownerId: row.ownerId,
      watermark: row.watermark,
      expiresAt: row.expiresAt?.toISOString() ?? null,
    }
  }

  private async find(token: string, name: string, size: VariantSize): Promise<Row | undefined> {
    if (!isToken(token)) return undefined
    const [row] = await this.db.sql<Row>(
      `SELECT ${ACCESS_COLUMNS}, p.id AS "photoId", p.original_filename AS "originalFilename", p.original,
              p.visitor,
              p.variants -> 'lg' AS lg, p.variants -> $3 AS variant
       FROM links l
       LEFT JOIN (photos p JOIN placements m ON m.photo_id = p.id AND m.present)
         ON p.owner_id = l.owner_id AND p.stem = $2 AND NOT p.deleted AND p.variants IS NOT NULL AND m.album_id = l.album_id
       WHERE l.token = $1`,
      [token, name.includes('\0') ? null : name, size],
    )
    return row
  }
}
