import { errors, type Input, type Rendition, sharing, type VariantSize } from '@daymark/contracts'
import { Database, Handles, RpcHandlers } from '@daymark/platform'
import { isLinkToken } from '../link-addresses.ts'
import { ACCESS_COLUMNS, type AccessRow, GalleryAccess } from './gallery-access.ts'
import { chooseOfferedSize } from '../downloads/offered-files.ts'
import { hadStemSql } from './gallery-photos.ts'
import { type Downloadable, toDownloadFile, toVariantFile } from '../downloads/visitor-file.ts'

type LocatedRow = AccessRow & Downloadable & { photoId: string | null; fileId: string | null; variant: Rendition }

const HAS_CURRENT_NAME = 'p.stem = $2'
const HAD_FORMER_NAME = hadStemSql('p.stem', '$2')

@RpcHandlers()
export class LocatePublic {
  constructor(
    private readonly db: Database,
    private readonly access: GalleryAccess,
  ) {}

  /**
   * Locates a file for a visitor. As the most frequent call of a gallery, it reads link, album membership and photo with one query, each by
   * an index.
   */
  @Handles(sharing.locatePublic)
  async locatePublic({ token, grant, size, name, download }: Input<typeof sharing.locatePublic>) {
    const current = await this.findRow(token, name, size, HAS_CURRENT_NAME)
    // a page that was opened before the file was replaced still requests the former name
    const isFormer = current !== undefined && !current.photoId
    const row = this.access.authorize(
      isFormer ? await this.findRow(token, name, size, HAD_FORMER_NAME) : current,
      grant,
    )
    if (download) chooseOfferedSize(row, 'original')
    if (!row.photoId) throw errors.PHOTO_NOT_FOUND()
    const {
      crc32: _,
      name: downloadName,
      ...file
    } = download ? toDownloadFile(row) : toVariantFile(row.originalFilename, row.variant)
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

  private async findRow(
    token: string,
    name: string,
    size: VariantSize,
    nameCondition: string,
  ): Promise<LocatedRow | undefined> {
    if (!isLinkToken(token)) return undefined
    const [row] = await this.db.sql<LocatedRow>(
      `SELECT ${ACCESS_COLUMNS}, p.id AS "photoId", p.file_id AS "fileId", p.original_filename AS "originalFilename", p.original,
              p.visitor_file AS "visitorFile",
              p.variants -> 'lg' AS lg, p.variants -> $3 AS variant
       FROM links l
       LEFT JOIN (photos p JOIN album_photos m ON m.photo_id = p.id AND m.present)
         ON p.owner_id = l.owner_id AND ${nameCondition} AND NOT p.deleted AND p.variants IS NOT NULL AND m.album_id = l.album_id
       WHERE l.token = $1`,
      [token, name.includes('\0') ? null : name, size],
    )
    return row
  }
}
