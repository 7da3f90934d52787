import {
  type AlbumHeader,
  type AlbumSection,
  type GalleryView,
  type http,
  type Input,
  fieldsIn,
  linkFields,
  pickFields,
  sharing,
} from '@daymark/contracts'
import { Database, Handles, RpcHandlers, toSnakeCase } from '@daymark/platform'
import { isLinkToken } from '../link-addresses.ts'
import { galleryHeader, POSITION_COLUMN, sectionsWithCounts } from './gallery-layout.ts'
import { ACCESS_COLUMNS, type AccessRow, GalleryAccess } from './gallery-access.ts'
import { hasDownloadLimit } from '../downloads/offered-files.ts'
import { findGalleryPhotos } from './gallery-photos.ts'

type LinkRow = AccessRow &
  Omit<GalleryView['link'], 'expiresAt' | 'hasDownloadLimit'> & {
    title: string
    description: string
    albumTheme: http.Theme
    header: AlbumHeader | null
    sections: AlbumSection[]
  }
type PhotoRow = GalleryView['photos'][number] & { position?: number }

const PHOTO_COLUMNS = 'id, filename, title, caption, width, height, orientation, placeholder'
const LINK_COLUMNS = fieldsIn(linkFields, 'gallery').map(field => `l.${toSnakeCase(field)} AS "${field}"`)

@RpcHandlers()
export class GetGallery {
  constructor(
    private readonly db: Database,
    private readonly access: GalleryAccess,
  ) {}

  /** Returns what a visitor sees of a gallery, and no other fields (rule 38). Needs two queries, regardless of the size of the album. */
  @Handles(sharing.getGallery)
  async getGallery({ token, grant }: Input<typeof sharing.getGallery>) {
    const link = this.access.authorize(await this.findLink(token), grant)
    const columns = link.sections.length > 0 ? `${PHOTO_COLUMNS}, ${POSITION_COLUMN}` : PHOTO_COLUMNS
    const photos = await findGalleryPhotos<PhotoRow>(this.db, link, columns)
    return {
      linkId: link.id,
      ownerId: link.ownerId,
      album: {
        title: link.title,
        description: link.description,
        theme: link.albumTheme,
        header: galleryHeader(link.header, photos),
        sections: sectionsWithCounts(link.sections, photos),
      },
      link: {
        ...pickFields(linkFields, 'gallery', { ...link, expiresAt: link.expiresAt?.toISOString() ?? null }),
        token,
        showName: link.showName,
        hasDownloadLimit: hasDownloadLimit(link),
      },
      photos: photos.map(({ title, position: _, ...photo }) => (link.showTitles ? { ...photo, title } : photo)),
    }
  }

  private async findLink(token: string): Promise<LinkRow | undefined> {
    if (!isLinkToken(token)) return undefined
    const [row] = await this.db.sql<LinkRow>(
      `SELECT ${ACCESS_COLUMNS}, ${LINK_COLUMNS.join()}, l.show_name AS "showName", l.token,
              a.title, a.description, a.theme AS "albumTheme", a.header, a.sections
       FROM links l JOIN albums a ON a.id = l.album_id WHERE l.token = $1`,
      [token],
    )
    return row
  }
}
