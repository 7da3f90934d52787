import type { LockedLibrary } from '../accounts/change-library.ts'
import type { Album } from '../albums/album.entity.ts'
import { addToAlbum } from '../albums/add-photos.ts'
import { orderAddedPhotos } from '../capture-order/capture-order.ts'
import { addFacets, countAddedPhoto } from '../lists/stored-counts.ts'
import { emitPhotoUpdated } from '../photos/photo-events.ts'
import { Photo } from '../photos/photo.entity.ts'
import { moveToSection } from '../sections/sections.handlers.ts'
import type { ReceivedFile } from './received-file.entity.ts'

/**
 * Creates a photo from each guest file and adds it to the end of the album, or of the section of the file. The photo gets the id of the
 * file, so that later events of the media service apply to it. The caller updates the rows of the files.
 */
export async function acceptAsPhotos(lockedLibrary: LockedLibrary, album: Album, files: ReceivedFile[]): Promise<void> {
  const ids = files.map(({ id }) => id)
  for (const file of files) addPhoto(lockedLibrary, file)
  addFacets(lockedLibrary, ids)
  await addToAlbum(lockedLibrary, album, ids)
  for (const [sectionId, sectionFiles] of Map.groupBy(files, file => file.sectionId)) {
    const isEarlierSection = album.sections.slice(0, -1).some(({ id }) => id === sectionId)
    // photos of the last section are already at its end; photos of a section that was removed stay at the end of the album
    if (!isEarlierSection) continue
    const movedIds = sectionFiles.map(({ id }) => id)
    await moveToSection(lockedLibrary, album, { heading: sectionId, ids: new Set(movedIds) })
    await orderAddedPhotos(lockedLibrary, album, movedIds)
  }
}

function addPhoto(lockedLibrary: LockedLibrary, file: ReceivedFile): void {
  const { tx, account } = lockedLibrary
  const photo = Photo.fromReceivedFile(file, lockedLibrary.now)
  photo.number = account.addNewPhoto(file.size)
  if (file.variants) account.replaceVariantSizes(null, file.variants)
  emitPhotoUpdated(tx, photo)
  // subscribers that wait for the end of processing need a second event, with `processed`
  if (photo.status !== 'processing') {
    photo.version += 1
    emitPhotoUpdated(tx, photo, { processed: true })
  }
  tx.insert(Photo, photo)
  countAddedPhoto(lockedLibrary, photo.number)
}
