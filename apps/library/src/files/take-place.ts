import { type Capture, photoPurged } from '@daymark/contracts'
import type { Library } from '../accounts/change-library.ts'
import { CAPTURE } from '../photos/photo-columns.ts'
import { emitPhotoUpdated } from '../photos/photo-events.ts'
import { addFacets, dropFacets } from '../photos/photo-facets.ts'
import { Photo } from '../photos/photo.entity.ts'
import { PhotoFile } from './photo-file.entity.ts'

/**
 * A file is what its photo shows from now on, and what it showed is kept instead, as the one earlier version that there is: in the
 * one commit that changes what everybody is told. A photo in the trash is nobody's business until it comes back.
 */
export async function takePlace(own: Library, photo: Photo, file: PhotoFile): Promise<void> {
  const { tx, now } = own
  const kept = await tx.em.findOneBy(PhotoFile, { photoId: photo.id, role: 'earlier' })
  if (kept && kept.id !== file.id) dropFile(own, photo, kept)
  void tx.sql('DELETE FROM photo_files WHERE id = $1', [file.id])
  const processed = photo.status === 'processing'
  // what is in the trash holds nothing that a new upload may want
  if (photo.deletedAt) photo.idempotencyKey = null
  if (!photo.deletedAt) dropFacets(own, [photo.id])
  await keepTime(own, photo, file)
  tx.insert(PhotoFile, photo.exchange(file, now))
  if (file.role === 'next') photo.tellReplacement(null, null, now)
  tx.update(Photo, photo.id, photo)
  if (photo.deletedAt) return
  addFacets(own, [photo.id])
  emitPhotoUpdated(tx, photo, { processed, replaced: true })
}

/** Retouching may lose when a photo was taken: then it is what the photo said before. */
async function keepTime({ tx }: Library, photo: Photo, file: PhotoFile): Promise<void> {
  if (file.status !== 'completed' || file.takenAt || file.capture?.time !== undefined) return
  const [row] = await tx.sql<{ capture: Capture }>(`SELECT ${CAPTURE} AS capture FROM photos p WHERE p.id = $1`, [
    photo.id,
  ])
  file.takenAt = photo.takenAt
  file.capture = { ...row?.capture, ...file.capture }
}

/** For good, with everything that media made of it. */
export function dropFile({ tx, account, ownerId }: Library, photo: Photo, file: PhotoFile): void {
  void tx.sql('DELETE FROM photo_files WHERE id = $1', [file.id])
  if (!photo.deletedAt) account.filesDropped([file])
  // never what the photo shows, whatever its rows say
  if (file.id === (photo.fileId ?? photo.id)) return
  tx.emit(photoPurged, file.id, { photoId: file.id, ownerId, objectKey: file.objectKey })
}

export const nextOf = ({ tx }: Library, photo: Photo): Promise<PhotoFile | null> =>
  tx.em.findOneBy(PhotoFile, { photoId: photo.id, role: 'next' })
