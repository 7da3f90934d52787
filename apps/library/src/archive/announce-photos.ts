import type { Tx } from '@daymark/platform'
import { Any } from 'typeorm'
import { ReceivedFile } from '../received/received-file.entity.ts'
import { PhotoFile } from '../files/photo-file.entity.ts'
import { emitFileUploaded, emitPhotoUpdated, emitPhotoUploaded } from '../photos/photo-events.ts'
import { Photo } from '../photos/photo.entity.ts'

/** As after an upload: media makes the variants, and whoever keeps a copy has it. */
export async function announcePhotos(tx: Tx, ids: string[]): Promise<void> {
  for (const photo of await tx.em.findBy(Photo, { id: Any(ids) })) {
    emitPhotoUploaded(tx, photo)
    emitPhotoUpdated(tx, photo)
  }
}

/** Of earlier versions, too. */
export async function announceFiles(tx: Tx, ids: string[]): Promise<void> {
  for (const file of await tx.em.findBy(PhotoFile, { id: Any(ids) })) emitFileUploaded(tx, file)
}

/** What guests sent, to be approved still. */
export async function announceReceived(tx: Tx, ids: string[]): Promise<void> {
  for (const file of await tx.em.findBy(ReceivedFile, { id: Any(ids) }))
    emitFileUploaded(tx, { ...file, photoId: file.id }, file.albumId)
}
