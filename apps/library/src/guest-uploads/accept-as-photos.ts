import type { Library } from '../accounts/change-library.ts'
import type { Album } from '../albums/album.entity.ts'
import { addToAlbum } from '../albums/add-photos.ts'
import { insertIntoAlbum } from '../capture-order/capture-order.ts'
import { addFacets, countAddedPhoto } from '../lists/stored-counts.ts'
import { emitPhotoUpdated } from '../photos/photo-events.ts'
import { Photo } from '../photos/photo.entity.ts'
import { moveToSection } from '../sections/sections.handlers.ts'
import type { ReceivedFile } from './received-file.entity.ts'

/**
 * Creates a photo from each file, under the same id, at the end of the album or of the file's section. Later events of the media service
 * then apply to the photo. The caller updates the rows of the files.
 */
export async function acceptAsPhotos(lockedLibrary: Library, album: Album, files: ReceivedFile[]): Promise<void> {
  const ids = files.map(({ id }) => id)
  for (const file of files) addPhoto(lockedLibrary, file)
  addFacets(lockedLibrary, ids)
  await addToAlbum(lockedLibrary, album, ids)
  for (const [sectionId, ofSection] of Map.groupBy(files, file => file.sectionId)) {
    const isEarlierSection = album.sections.slice(0, -1).some(({ id }) => id === sectionId)
    // photos of the last section are already at the end, and photos of a removed section stay there
    if (!isEarlierSection) continue
    const movedIds = ofSection.map(({ id }) => id)
    await moveToSection(lockedLibrary, album, { heading: sectionId, ids: new Set(movedIds) })
    await insertIntoAlbum(lockedLibrary, album, movedIds)
  }
}

function addPhoto(lockedLibrary: Library, file: ReceivedFile): void {
  const { tx, account } = lockedLibrary
  const photo = Photo.received(file, lockedLibrary.now)
  photo.number = account.photoAdded(file.size)
  if (file.variants) account.variantsReplaced(null, file.variants)
  emitPhotoUpdated(tx, photo)
  // notifies subscribers that wait for the end of processing
  if (photo.status !== 'processing') {
    photo.version += 1
    emitPhotoUpdated(tx, photo, { processed: true })
  }
  tx.insert(Photo, photo)
  countAddedPhoto(lockedLibrary, photo.number)
}
