import { errors, type Input, sharing } from '@daymark/contracts'
import { Database, Handles, RpcHandlers } from '@daymark/platform'
import { createHash } from 'node:crypto'
import { GalleryAccess } from '../gallery/gallery-access.ts'
import { findGalleryPhotoByStem, findGalleryPhotos } from '../gallery/gallery-photos.ts'
import {
  type ArchiveLink,
  chooseOfferedSize,
  FILE_COLUMNS,
  type FileRow,
  summarizeArchive,
  toArchiveFile,
} from './offered-files.ts'

/**
 * Encodes the chosen photos for the address of a ZIP: one bit per photo in the order of the gallery, and a hash of this order. The address
 * contains the whole choice, so that a resumed download gets the same photos, or is rejected if the gallery has changed.
 */
export function encodeSelection(photoIds: readonly string[], chosen: ReadonlySet<string>): string {
  const bits = Buffer.alloc(Math.ceil(photoIds.length / 8))
  photoIds.forEach((photoId, i) => {
    if (chosen.has(photoId)) bits[i >> 3] = (bits[i >> 3] ?? 0) | (1 << (i & 7))
  })
  return `${hashOrder(photoIds)}.${bits.toString('base64url')}`
}

/** Decodes the chosen photos. Throws CONFLICT if the order of the gallery has changed since the selection was encoded. */
export function decodeSelection(photoIds: readonly string[], selection: string): Set<string> {
  const [orderHash, encodedBits = ''] = selection.split('.')
  if (orderHash !== hashOrder(photoIds))
    throw errors.CONFLICT({ reason: 'The gallery has changed. Please choose the photos again.' })
  const bits = Buffer.from(encodedBits, 'base64url')
  return new Set(photoIds.filter((_, i) => ((bits[i >> 3] ?? 0) >> (i & 7)) & 1))
}

const hashOrder = (photoIds: readonly string[]): string =>
  createHash('sha256').update(photoIds.join()).digest('base64url').slice(0, 16)

type ArchiveRequest = Input<typeof sharing.listArchive>

@RpcHandlers()
export class ListArchive {
  constructor(
    private readonly db: Database,
    private readonly access: GalleryAccess,
  ) {}

  /**
   * Lists the files of a ZIP in the order of the gallery. Size and CRC-32 of originals are known from the upload; the media service
   * determines size and CRC-32 of other files.
   */
  @Handles(sharing.listArchive)
  async listArchive(request: ArchiveRequest) {
    const link = await this.access.open<{ title: string }>(request, ['a.title'])
    const size = chooseOfferedSize(link, request.size)
    const galleryFiles = await this.findPhotos(link, request)
    const ids = galleryFiles.map(({ photoId }) => photoId)
    const rows = selectFiles(galleryFiles, ids, request)
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
}

function selectFiles(galleryFiles: FileRow[], ids: string[], { photoIds, selection, name }: ArchiveRequest): FileRow[] {
  if (photoIds) return filesById(galleryFiles, new Set(photoIds))
  if (selection !== undefined) return filesById(galleryFiles, decodeSelection(ids, selection))
  if (name !== undefined && !galleryFiles.length) throw errors.PHOTO_NOT_FOUND()
  return galleryFiles
}

/** Returns the files of these photos. Throws PHOTO_NOT_FOUND if one of them is not in the gallery, instead of leaving it out silently. */
function filesById(galleryFiles: FileRow[], ids: ReadonlySet<string>): FileRow[] {
  const selected = galleryFiles.filter(({ photoId }) => ids.has(photoId))
  if (selected.length !== ids.size || !ids.size) throw errors.PHOTO_NOT_FOUND()
  return selected
}
