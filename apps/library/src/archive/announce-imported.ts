import { albumCreated } from '@daymark/contracts'
import type { Tx } from '@daymark/platform'
import { Any } from 'typeorm'
import type { Library } from '../accounts/change-library.ts'
import { Album } from '../albums/album.entity.ts'
import { type Placed, recordAlbumChange } from '../albums/change-album.ts'
import { PhotoFile } from '../files/photo-file.entity.ts'
import { emitFileUploaded, emitPhotoUpdated, emitPhotoUploaded } from '../photos/photo-events.ts'
import { Photo } from '../photos/photo.entity.ts'
import { ReceivedFile } from '../guest-uploads/received-file.entity.ts'

/** Publishes imported photos like uploads, so that the media service renders their variants and read models are updated. */
export async function announcePhotos(tx: Tx, ids: string[]): Promise<void> {
  for (const photo of await tx.em.findBy(Photo, { id: Any(ids) })) {
    emitPhotoUploaded(tx, photo)
    emitPhotoUpdated(tx, photo)
  }
}

/** Publishes the files of earlier versions, so that the media service renders their variants. */
export async function announceFiles(tx: Tx, ids: string[]): Promise<void> {
  for (const file of await tx.em.findBy(PhotoFile, { id: Any(ids) })) emitFileUploaded(tx, file)
}

/** Publishes files of guests that are still pending. */
export async function announceReceived(tx: Tx, ids: string[]): Promise<void> {
  for (const file of await tx.em.findBy(ReceivedFile, { id: Any(ids) }))
    emitFileUploaded(tx, { ...file, photoId: file.id }, file.albumId)
}

/**
 * Publishes one imported album as a new album with its whole order. Imported albums have version 0 until they are published. Returns false
 * if there is none left.
 */
export async function announceAlbum(lockedLibrary: Library): Promise<boolean> {
  const { tx, ownerId } = lockedLibrary
  const album = await tx.em.findOne(Album, { where: { ownerId, version: 0 }, order: { createdAt: 'ASC' } })
  if (!album) return false
  const placed = await tx.sql<Placed>(
    'SELECT photo_id AS "photoId", position FROM album_photos WHERE album_id = $1 ORDER BY position, photo_id',
    [album.id],
  )
  Object.assign(album, { version: 1, photoCount: 0 })
  tx.emit(albumCreated, album.id, album.state())
  const { updatedAt } = album
  await recordAlbumChange({ ...lockedLibrary, now: updatedAt }, album, { placed, added: placed.length })
  if (placed.length === 0) await tx.em.update(Album, album.id, { version: 1, photoCount: 0 })
  return true
}
