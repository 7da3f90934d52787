import type { DownloadSize } from '@daymark/contracts'
import { ACCESS_COLUMNS, type AccessRow } from './gallery-access.ts'
import { hasLimit } from './offered-downloads.ts'
import { downloadFile, jpegName, type Downloadable, type VisitorFile } from './visitor-file.ts'

export type ArchiveLink = AccessRow & { title: string }
export type FileRow = Downloadable & { photoId: string; fileId: string | null; takenAt: Date | null }
/** No `sha256` of what media has to make. */
export type ArchiveFile = Omit<VisitorFile, 'sha256'> & {
  photoId: string
  fileId?: string
  sha256?: string
  modified: string | null
}

export const ARCHIVE_COLUMNS = `${ACCESS_COLUMNS}, a.title FROM links l JOIN albums a ON a.id = l.album_id`
export const FILE_COLUMNS =
  'id AS "photoId", file_id AS "fileId", original_filename AS "originalFilename", original, variants -> \'lg\' AS lg, visitor_file AS visitor, taken_at AS "takenAt"'

/** What is said of all that a link offers in one size. */
export const archiveOf = (link: ArchiveLink, size: DownloadSize) => ({
  linkId: link.id,
  ownerId: link.ownerId,
  watermark: link.watermark,
  expiresAt: link.expiresAt?.toISOString() ?? null,
  title: link.title,
  size,
  hasLimit: hasLimit(link),
})

export const fileOf = (row: FileRow, size: DownloadSize): ArchiveFile => ({
  photoId: row.photoId,
  ...(row.fileId && { fileId: row.fileId }),
  ...(size === 'original' ? downloadFile(row) : toBeMade(row)),
  modified: row.takenAt?.toISOString() ?? null,
})

/** No key where media has to say where it is: never by mistake another size. */
const toBeMade = ({ originalFilename }: FileRow) => ({
  ...{ key: '', size: 0, crc32: 0, mimeType: 'image/jpeg' },
  name: jpegName(originalFilename),
})
