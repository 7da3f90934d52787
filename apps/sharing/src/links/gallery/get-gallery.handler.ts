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
import { galleryHeader, POSITION_COLUMN, sectionsWithCounts } from './gallery-layout.ts'
import { GalleryAccess } from './gallery-access.ts'
import { hasDownloadLimit } from '../downloads/offered-files.ts'
import { findGalleryPhotos } from './gallery-photos.ts'

type GalleryColumns = Omit<GalleryView['link'], 'token' | 'expiresAt' | 'hasDownloadLimit'> & {
  title: string
  description: string
  albumTheme: http.Theme
  header: AlbumHeader | null
  sections: AlbumSection[]
}
type PhotoRow = GalleryView['photos'][number] & { position?: number }

const PHOTO_COLUMNS = 'id, filename, title, caption, width, height, orientation, placeholder'
const GALLERY_COLUMNS = [
  ...fieldsIn(linkFields, 'gallery').map(field => `l.${toSnakeCase(field)} AS "${field}"`),
  'l.show_name AS "showName"',
  'a.title',
  'a.description',
  'a.theme AS "albumTheme"',
  'a.header',
  'a.sections',
]

@RpcHandlers()
export class GetGallery {
  constructor(
    private readonly db: Database,
    private readonly access: GalleryAccess,
  ) {}

  /** Returns what a visitor sees of a gallery, and no other fields (rule 38). Needs two queries, regardless of the size of the album. */
  @Handles(sharing.getGallery)
  async getGallery(request: Input<typeof sharing.getGallery>) {
    const link = await this.access.open<GalleryColumns>(request, GALLERY_COLUMNS)
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
        token: request.token,
        showName: link.showName,
        hasDownloadLimit: hasDownloadLimit(link),
      },
      photos: photos.map(({ title, position: _, ...photo }) => (link.showTitles ? { ...photo, title } : photo)),
    }
  }
}
