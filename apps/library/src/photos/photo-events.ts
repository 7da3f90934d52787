import { fieldsIn, photoFields, photoRestored, photoUpdated, photoUploaded } from '@daymark/contracts'
import type { Tx } from '@daymark/platform'
import { pickProperties } from '../files/stored-file.ts'
import { selectListOf, type PhotoRow } from './photo-columns.ts'

const EVENT_FIELDS = fieldsIn(photoFields, 'event')
const PUBLISHED_PROPERTIES = [
  ...EVENT_FIELDS,
  ...(['id', 'ownerId', 'version', 'filename', 'originalFilename', 'status', 'width'] as const),
  ...(['height', 'orientation', 'placeholder', 'variants', 'takenAt', 'objectKey', 'size', 'sha256'] as const),
  ...(['crc32', 'mimeType', 'format', 'visitorFile', 'extension', 'fileId', 'replacedAt'] as const),
] as const
type PublishedPhoto = PhotoRow<(typeof PUBLISHED_PROPERTIES)[number]>
const PUBLISHED_COLUMNS = selectListOf(PUBLISHED_PROPERTIES)

/**
 * Publishes the whole state of a photo after a change. `processed`: the change ended its processing; `replaced`: another file became its
 * current file.
 */
export function emitPhotoUpdated(tx: Tx, photo: PublishedPhoto, { processed = false, replaced = false } = {}): void {
  tx.emit(photoUpdated, photo.id, {
    ...toPublishedState(photo),
    ...(processed && { processed }),
    ...(replaced && { replaced }),
  })
}

function toPublishedState(photo: PublishedPhoto) {
  const { id: photoId, ownerId, version, filename, originalFilename, status } = photo
  const { width, height, orientation, placeholder, variants, size, sha256, crc32, mimeType, format } = photo
  return {
    photoId,
    ownerId,
    version,
    filename,
    originalFilename,
    ...pickProperties(photo, EVENT_FIELDS),
    status,
    width,
    height,
    orientation,
    placeholder,
    variants,
    original: { key: photo.objectKey, size, sha256, crc32, mimeType, format },
    takenAt: photo.takenAt?.toISOString() ?? null,
    ...(photo.visitorFile && { visitor: photo.visitorFile }),
    ...(photo.fileId && { fileId: photo.fileId }),
    replacedAt: photo.replacedAt?.toISOString() ?? null,
  }
}
/** Publishes the original of a photo, so that the media service processes it. */
export function emitPhotoUploaded(tx: Tx, photo: PublishedPhoto): void {
  if (photo.fileId) return emitFileUploaded(tx, { ...photo, id: photo.fileId, photoId: photo.id })
  const { id: photoId, ownerId, objectKey, originalFilename, extension, size, sha256 } = photo
  tx.emit(photoUploaded, photoId, { photoId, ownerId, objectKey, originalFilename, extension, size, sha256 })
}
type UploadedFile = Omit<PublishedPhoto, 'version'> & { photoId: string }
/**
 * Like `emitPhotoUploaded`, for a replacement or a guest's file. `approvalAlbumId`: the album to which a guest sent the file, if the owner
 * has to accept the file first.
 */
export function emitFileUploaded(
  tx: Tx,
  file: Pick<UploadedFile, (typeof UPLOADED_PROPERTIES)[number]>,
  approvalAlbumId?: string | undefined,
): void {
  const { id, photoId, ownerId, objectKey, originalFilename, extension, size, sha256 } = file
  tx.emit(photoUploaded, id, {
    photoId: id,
    ownerId,
    objectKey,
    originalFilename,
    extension,
    size,
    sha256,
    ...(photoId !== id && { fileOf: photoId }),
    ...(approvalAlbumId !== undefined && { approvalAlbumId }),
  })
}
const UPLOADED_PROPERTIES = [
  'id',
  'photoId',
  'ownerId',
  'objectKey',
  'originalFilename',
  'extension',
  'size',
  'sha256',
] as const
export async function emitPhotosUpdated(tx: Tx, ids: string[]): Promise<void> {
  for (const photo of await readPublishedPhotos(tx, ids)) emitPhotoUpdated(tx, photo)
}
/** Publishes photos that were restored from the trash. Photos that were deleted before their processing ended are processed again. */
export async function emitPhotosRestored(tx: Tx, ids: string[]): Promise<void> {
  for (const photo of await readPublishedPhotos(tx, ids)) {
    tx.emit(photoRestored, photo.id, toPublishedState(photo))
    if (photo.status === 'processing') emitPhotoUploaded(tx, photo)
  }
}
const readPublishedPhotos = (tx: Tx, ids: string[]): Promise<PublishedPhoto[]> =>
  tx.sql<PublishedPhoto>(`SELECT ${PUBLISHED_COLUMNS} FROM photos p WHERE p.id = ANY($1::uuid[])`, [ids])
