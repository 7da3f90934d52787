import { type Capture, errors, photoPurged } from '@daymark/contracts'
import type { Tx } from '@daymark/platform'
import type { EntityManager } from 'typeorm'
import type { Library } from '../accounts/change-library.ts'
import { CAPTURE_SQL } from '../photos/photo-columns.ts'
import { emitPhotoUpdated } from '../photos/photo-events.ts'
import { addFacets, removeFacets } from '../lists/stored-counts.ts'
import { Photo } from '../photos/photo.entity.ts'
import { PhotoFile } from './photo-file.entity.ts'

/** `file` is null for the file with which the photo was uploaded. */
type FoundFile = { photo: Photo; file: PhotoFile | null }

/** Finds the photo of a file id in an event of media. An uploaded file has the id of its photo. Null: it was deleted. */
export async function findFile(tx: Tx, id: string, ownerId: string): Promise<FoundFile | null> {
  const uploaded = await tx.find(Photo, { id, ownerId })
  if (uploaded && uploaded.fileId === null) return { photo: uploaded, file: null }
  const file = await tx.find(PhotoFile, { id, ownerId })
  const photo = await tx.find(Photo, file ? { id: file.photoId, ownerId } : { fileId: id, ownerId })
  return photo && { photo, file }
}

/** Throws EARLIER_NOT_FOUND if the file was never replaced, or the earlier version was removed. */
export async function findEarlierFile(em: EntityManager, { id }: { id: string }): Promise<PhotoFile> {
  const file = await em.findOneBy(PhotoFile, { photoId: id, role: 'earlier' })
  if (!file) throw errors.EARLIER_NOT_FOUND()
  return file
}

/**
 * Makes a file the current file of its photo; the previous one becomes the only earlier version. One commit changes the files and
 * publishes the photo. For a photo in the trash nothing is published or counted until it is restored.
 */
export async function promoteFile(lockedLibrary: Library, photo: Photo, file: PhotoFile): Promise<void> {
  const { tx, now } = lockedLibrary
  const earlier = await tx.em.findOneBy(PhotoFile, { photoId: photo.id, role: 'earlier' })
  if (earlier && earlier.id !== file.id) deleteFile(lockedLibrary, photo, earlier)
  void tx.sql('DELETE FROM photo_files WHERE id = $1', [file.id])
  const isProcessing = photo.status === 'processing'
  // a photo in the trash must not block the idempotency key of a new upload
  if (photo.deletedAt) photo.idempotencyKey = null
  if (!photo.deletedAt) removeFacets(lockedLibrary, [photo.id])
  await keepCaptureTime(lockedLibrary, photo, file)
  tx.insert(PhotoFile, photo.exchangeFile(file, now))
  if (file.role === 'next') photo.setReplacement(null, null, now)
  tx.update(Photo, photo.id, photo)
  if (photo.deletedAt) return
  addFacets(lockedLibrary, [photo.id])
  emitPhotoUpdated(tx, photo, { processed: isProcessing, replaced: true })
}

/** Keeps the capture time of the previous file if the new file has none, because photo editors may remove it. */
async function keepCaptureTime({ tx }: Library, photo: Photo, file: PhotoFile): Promise<void> {
  if (file.status !== 'completed' || file.takenAt || file.capture?.time !== undefined) return
  const [row] = await tx.sql<{ capture: Capture }>(`SELECT ${CAPTURE_SQL} AS capture FROM photos p WHERE p.id = $1`, [
    photo.id,
  ])
  file.takenAt = photo.takenAt
  file.capture = { ...row?.capture, ...file.capture }
}

/** Deletes a file permanently. An event makes the media service delete its variants. */
export function deleteFile({ tx, account, ownerId }: Library, photo: Photo, file: PhotoFile): void {
  void tx.sql('DELETE FROM photo_files WHERE id = $1', [file.id])
  if (!photo.deletedAt) account.filesDropped([file])
  // never deletes the current file of the photo, even if rows are inconsistent
  if (file.id === (photo.fileId ?? photo.id)) return
  tx.emit(photoPurged, file.id, { photoId: file.id, ownerId, objectKey: file.objectKey })
}

export const findPendingReplacement = ({ tx }: Library, photo: Photo): Promise<PhotoFile | null> =>
  tx.em.findOneBy(PhotoFile, { photoId: photo.id, role: 'next' })
