import { DOWNLOAD_SIZES, type DownloadSize, errors } from '@daymark/contracts'
import type { AccessRow } from '../gallery/gallery-access.ts'
import { type Downloadable, toDownloadFile, toJpegName, type DownloadFile } from './visitor-file.ts'

type DownloadOffer = Pick<AccessRow, 'allowDownloads' | 'downloadSizes' | 'downloadLimit' | 'visitorLimit'>

/** Returns the requested size, or the largest size that the link offers if none is requested. Throws DOWNLOADS_OFF or SIZE_NOT_OFFERED. */
export function chooseOfferedSize(
  { allowDownloads, downloadSizes }: DownloadOffer,
  requested?: DownloadSize,
): DownloadSize {
  if (!allowDownloads) throw errors.DOWNLOADS_OFF()
  const size = DOWNLOAD_SIZES.find(
    candidate => downloadSizes.includes(candidate) && (requested === undefined || requested === candidate),
  )
  if (!size) throw errors.SIZE_NOT_OFFERED()
  return size
}

export const hasDownloadLimit = ({ downloadLimit, visitorLimit }: DownloadOffer): boolean =>
  downloadLimit !== null || visitorLimit !== null

export type ArchiveLink = AccessRow & { title: string }
export type FileRow = Downloadable & { photoId: string; fileId: string | null; takenAt: Date | null }
/** A file of a ZIP or manifest. `sha256` is undefined for files that the media service renders on demand. */
export type ArchiveFile = Omit<DownloadFile, 'sha256'> & {
  photoId: string
  fileId?: string
  sha256?: string
  modified: string | null
}

export const FILE_COLUMNS =
  'id AS "photoId", file_id AS "fileId", original_filename AS "originalFilename", original, variants -> \'lg\' AS lg, visitor_file AS "visitorFile", taken_at AS "takenAt"'

export const summarizeArchive = (link: ArchiveLink, size: DownloadSize) => ({
  linkId: link.id,
  ownerId: link.ownerId,
  watermark: link.watermark,
  expiresAt: link.expiresAt?.toISOString() ?? null,
  title: link.title,
  size,
  hasLimit: hasDownloadLimit(link),
})

export const toArchiveFile = (row: FileRow, size: DownloadSize): ArchiveFile => ({
  photoId: row.photoId,
  ...(row.fileId && { fileId: row.fileId }),
  ...(size === 'original' ? toDownloadFile(row) : fileRenderedOnDemand(row)),
  modified: row.takenAt?.toISOString() ?? null,
})

/** Describes a file that the media service renders and locates on demand. Without key and size, so that wrong bytes can never be sent. */
const fileRenderedOnDemand = ({ originalFilename }: FileRow) => ({
  key: '',
  size: 0,
  crc32: 0,
  mimeType: 'image/jpeg',
  name: toJpegName(originalFilename),
})
