import { errors, type Input, sharing } from '@daymark/contracts'
import { Database, type Handler, Handles } from '@daymark/platform'
import { isLinkToken } from '../link-addresses.ts'
import {
  ARCHIVE_COLUMNS,
  toArchiveFile,
  type ArchiveLink,
  summarizeArchive,
  FILE_COLUMNS,
  type FileRow,
  chooseOfferedSize,
} from './offered-files.ts'
import { GalleryAccess } from '../gallery/gallery-access.ts'
import { findGalleryPhotoByStem, findGalleryPhotos } from '../gallery/gallery-photos.ts'
import { decodeSelection, encodeSelection } from './photo-selection.ts'

type ArchiveRequest = Input<typeof sharing.listArchive>

/**
 * The photos of the gallery in its order. Sizes and CRC-32 of originals are known since the upload; media knows those
 * of other files.
 */
@Handles(sharing.listArchive)
export class ListArchive implements Handler<typeof sharing.listArchive> {
  constructor(
    private readonly db: Database,
    private readonly access: GalleryAccess,
  ) {}

  async handle(request: ArchiveRequest) {
    const link = this.access.authorize(await this.findLink(request.token), request.grant)
    const size = chooseOfferedSize(link, request.size)
    const all = await this.findPhotos(link, request)
    const ids = all.map(({ photoId }) => photoId)
    const rows = selectFiles(all, ids, request)
    return {
      ...summarizeArchive(link, size),
      ...(request.photoIds && { selection: encodeSelection(ids, new Set(request.photoIds)) }),
      files: rows.map(row => toArchiveFile(row, size)),
    }
  }

  private findPhotos(link: ArchiveLink, { name }: ArchiveRequest): Promise<FileRow[]> {
    return name === undefined
      ? findGalleryPhotos<FileRow>(this.db, link, FILE_COLUMNS)
      : findGalleryPhotoByStem<FileRow>(this.db, link, FILE_COLUMNS, name)
  }

  private async findLink(token: string): Promise<ArchiveLink | undefined> {
    if (!isLinkToken(token)) return undefined
    const [row] = await this.db.sql<ArchiveLink>(`SELECT ${ARCHIVE_COLUMNS} WHERE l.token = $1`, [token])
    return row
  }
}

function selectFiles(all: FileRow[], ids: string[], { photoIds, selection, name }: ArchiveRequest): FileRow[] {
  if (photoIds) return filesById(all, new Set(photoIds))
  if (selection !== undefined) return filesById(all, decodeSelection(ids, selection))
  if (name !== undefined && !all.length) throw errors.PHOTO_NOT_FOUND()
  return all
}

/** Fails if any of the photos is not in the gallery, instead of omitting it silently. */
function filesById(all: FileRow[], ids: ReadonlySet<string>): FileRow[] {
  const selected = all.filter(({ photoId }) => ids.has(photoId))
  if (selected.length !== ids.size || !ids.size) throw errors.PHOTO_NOT_FOUND()
  return selected
}
