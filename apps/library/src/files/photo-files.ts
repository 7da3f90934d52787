import { type Capture, errors, photoPurged } from '@daymark/contracts'
import type { Tx } from '@daymark/platform'
import type { EntityManager } from 'typeorm'
import type { LockedLibrary } from '../accounts/change-library.ts'
import { CAPTURE_SQL } from '../photos/photo-columns.ts'
import { emitPhotoUpdated } from '../photos/photo-events.ts'
import { addFacets, removeFacets } from '../lists/stored-counts.ts'
import { Photo } from '../photos/photo.entity.ts'
import { PhotoFile } from './photo-file.entity.ts'

/** A photo and one of its files. `file` is null if it is the current file, whose columns are stored in the photo. */
type PhotoAndFile = { photo: Photo; file: PhotoFile | null }

/**
 * Finds the file that an event of the media service refers to, and its photo. Returns null if the file was deleted. The file of an upload
 * has the id of its photo.
 */
export async function findPhotoAndFile(tx: Tx, id: string, ownerId: string): Promise<PhotoAndFile | null> {
  const uploaded = await tx.find(Photo, { id, ownerId })
  if (uploaded && uploaded.fileId === null) return { photo: uploaded, file: null }
  const file = await tx.find(PhotoFile, { id, ownerId })
  const photo = await tx.find(Photo, file ? { id: file.photoId, ownerId } : { fileId: id, ownerId })
  return photo && { photo, file }
}

/**
 * Finds the earlier version of a photo. Throws EARLIER_NOT_FOUND if the file of the photo was never replaced or if the earlier version was
 * deleted.
 */
export async function findEarlierFile(em: EntityManager, { id }: { id: string }): Promise<PhotoFile> {
  const file = await em.findOneBy(PhotoFile, { photoId: id, role: 'earlier' })
  if (!file) throw errors.EARLIER_NOT_FOUND()
  return file
}

/**
 * Makes a file the current file of its photo and the previous current file its only earlier version, in one transaction. A photo in the
 * trash is published and counted when it is restored, not here.
 */
export async function promoteFile(lockedLibrary: LockedLibrary, photo: Photo, file: PhotoFile): Promise<void> {
  const { tx, now } = lockedLibrary
  const earlier = await tx.em.findOneBy(PhotoFile, { photoId: photo.id, role: 'earlier' })
  if (earlier && earlier.id !== file.id) deleteFile(lockedLibrary, photo, earlier)
  tx.send('DELETE FROM photo_files WHERE id = $1', [file.id])
  const isProcessing = photo.status === 'processing'
  // a photo in the trash must not hold an idempotency key, because a new upload may use the same key
  if (photo.deletedAt) photo.idempotencyKey = null
  if (!photo.deletedAt) removeFacets(lockedLibrary, [photo.id])
  await copyCaptureTime(lockedLibrary, photo, file)
  tx.insert(PhotoFile, photo.exchangeFile(file, now))
  if (file.role === 'next') photo.setReplacement(null, null, now)
  tx.update(Photo, photo.id, photo)
  if (photo.deletedAt) return
  addFacets(lockedLibrary, [photo.id])
  emitPhotoUpdated(tx, photo, { processed: isProcessing, replaced: true })
}

/** Copies the capture time of the previous file to the new file if the new file has none, because photo editors may remove it. */
async function copyCaptureTime({ tx }: LockedLibrary, photo: Photo, file: PhotoFile): Promise<void> {
  if (file.status !== 'completed' || file.takenAt || file.capture?.time !== undefined) return
  const [row] = await tx.sql<{ capture: Capture }>(`SELECT ${CAPTURE_SQL} AS capture FROM photos p WHERE p.id = $1`, [
    photo.id,
  ])
  file.takenAt = photo.takenAt
  file.capture = { ...row?.capture, ...file.capture }
}

/** Deletes the row of a file and publishes an event, on which the media service deletes the stored original and variants. */
export function deleteFile({ tx, account, ownerId }: LockedLibrary, photo: Photo, file: PhotoFile): void {
  tx.send('DELETE FROM photo_files WHERE id = $1', [file.id])
  if (!photo.deletedAt) account.subtractFileSizes([file])
  // guards against inconsistent rows: the current file of the photo must not be deleted from the store
  if (file.id === (photo.fileId ?? photo.id)) return
  tx.emit(photoPurged, file.id, { photoId: file.id, ownerId, objectKey: file.objectKey })
}

export const findPendingReplacement = ({ tx }: LockedLibrary, photo: Photo): Promise<PhotoFile | null> =>
  tx.em.findOneBy(PhotoFile, { photoId: photo.id, role: 'next' })
