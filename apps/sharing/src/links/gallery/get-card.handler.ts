import {
  type AlbumHeader,
  hasExtremeAspectRatio,
  type Input,
  type LinkCard,
  selectCoverPhoto,
  sharing,
} from '@daymark/contracts'
import { Database, Handles, RpcHandlers } from '@daymark/platform'
import { type AccessRow, GalleryAccess } from './gallery-access.ts'
import { DEFAULT_HEADER } from './gallery-layout.ts'

type CardColumns = {
  title: string
  description: string
  allowIndexing: boolean
  header: AlbumHeader | null
}
const CARD_COLUMNS = ['l.allow_indexing AS "allowIndexing"', 'a.title', 'a.description', 'a.header']
type PhotoRow = { id: string; fileId: string | null; filename: string; width: number | null; height: number | null }

/**
 * The cover is selected among this number of photos from the start of the album. Reading a whole album for a link preview would be too
 * expensive.
 */
const COVER_CANDIDATES = 50

@RpcHandlers()
export class GetCard {
  constructor(
    private readonly db: Database,
    private readonly access: GalleryAccess,
  ) {}

  /**
   * Returns the data of a link preview, which the page of a link contains before its scripts run. Needs two queries by key, regardless of
   * the size of the album.
   */
  @Handles(sharing.getCard)
  async getCard({ token }: Input<typeof sharing.getCard>): Promise<LinkCard> {
    const link = await this.access.open<CardColumns>({ token }, CARD_COLUMNS)
    const header = link.header ?? DEFAULT_HEADER
    const photos = await this.findPhotos(link, header.photoId)
    const cover = selectCoverPhoto(photos, header.photoId)
    const cardPhoto = cover ?? photos.find(photo => !hasExtremeAspectRatio(photo))
    const isChosen = cardPhoto !== undefined && cardPhoto.id === header.photoId
    const { x, y } = isChosen ? header : DEFAULT_HEADER
    const picture = cardPhoto
      ? {
          photoId: cardPhoto.id,
          ...(cardPhoto.fileId && { fileId: cardPhoto.fileId }),
          ...nameAndSize(cardPhoto),
          x,
          y,
        }
      : null
    return {
      linkId: link.id,
      ownerId: link.ownerId,
      title: link.title,
      description: link.description,
      allowIndexing: link.allowIndexing,
      header: { layout: header.layout, photoId: header.layout === 'text' ? null : (cover?.id ?? null), x, y },
      ...pictureFields(link.watermark, picture),
    }
  }

  /** Returns the chosen cover and the first photos in the order of the album. */
  private findPhotos({ albumId, ownerId }: AccessRow, coverId: string | null): Promise<PhotoRow[]> {
    return this.db.sql<PhotoRow>(
      `SELECT p.id, p.file_id AS "fileId", p.filename, p.width, p.height FROM (
         (SELECT photo_id, position FROM album_photos WHERE album_id = $1 AND present ORDER BY position, photo_id LIMIT $4)
         UNION SELECT photo_id, position FROM album_photos WHERE album_id = $1 AND photo_id = $3 AND present
       ) m JOIN photos p ON p.id = m.photo_id AND p.owner_id = $2 AND p.variants IS NOT NULL
       ORDER BY m.position, m.photo_id`,
      [albumId, ownerId, coverId, COVER_CANDIDATES],
    )
  }
}

/**
 * rule 40: returns the picture of the card. If the link has a watermark, the picture is returned only as `markedPicture`, so that it is
 * never shown without the watermark.
 */
const pictureFields = (
  watermark: boolean,
  picture: LinkCard['picture'],
): Pick<LinkCard, 'picture' | 'markedPicture'> =>
  watermark ? { picture: null, markedPicture: picture } : { picture, markedPicture: null }
const nameAndSize = ({ filename, width, height }: PhotoRow) => ({ filename, width, height })
