import { errors, sharing, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { isToken } from '../links/link-token.ts'
import { ARCHIVE_COLUMNS, archiveOf, FILE_COLUMNS, fileOf, type ArchiveLink, type FileRow } from './archive-files.ts'
import { GalleryAccess } from './gallery-access.ts'
import { galleryPhotoNamed, galleryPhotos } from './gallery-photos.ts'
import { offeredSize } from './offered-downloads.ts'
import { decodeSelection, encodeSelection } from './photo-selection.ts'

type Wanted = Input<typeof sharing.listArchive>

/** The photos of the gallery in its order; sizes and CRC-32 of originals are known since upload, media knows the others. */
@Handles(sharing.listArchive)
export class ListArchive implements Handler<typeof sharing.listArchive> {
  constructor(
    private readonly db: Database,
    private readonly access: GalleryAccess,
  ) {}

  async handle(wanted: Wanted) {
    const link = this.access.enter(await this.link(wanted.token), wanted.grant)
    const size = offeredSize(link, wanted.size)
    const all = await this.photos(link, wanted)
    const ids = all.map(({ photoId }) => photoId)
    const rows = chosen(all, ids, wanted)
    return {
      ...archiveOf(link, size),
      ...(wanted.photoIds && { selection: encodeSelection(ids, new Set(wanted.photoIds)) }),
      files: rows.map(row => fileOf(row, size)),
    }
  }

  private photos(link: ArchiveLink, { name }: Wanted): Promise<FileRow[]> {
    return name === undefined
      ? galleryPhotos<FileRow>(this.db, link, FILE_COLUMNS)
      : galleryPhotoNamed<FileRow>(this.db, link, FILE_COLUMNS, name)
  }

  private async link(token: string): Promise<ArchiveLink | undefined> {
    if (!isToken(token)) return undefined
    const [row] = await this.db.sql<ArchiveLink>(`SELECT ${ARCHIVE_COLUMNS} WHERE l.token = $1`, [token])
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
