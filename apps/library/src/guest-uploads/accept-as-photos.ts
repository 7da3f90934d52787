import type { Library } from '../accounts/change-library.ts'
import type { Album } from '../albums/album.entity.ts'
import { addToAlbum } from '../albums/add-photos.ts'
import { insertIntoAlbum } from '../capture-order/insert-by-capture-time.ts'
import { countAdded } from '../lists/block-counts.ts'
import { emitPhotoUpdated } from '../photos/photo-events.ts'
import { addFacets } from '../lists/facet-counts.ts'
import { Photo } from '../photos/photo.entity.ts'
import { moveInto } from '../sections/sections.handlers.ts'
import type { ReceivedFile } from './received-file.entity.ts'

/**
 * Creates a photo from each file, under the same id, at the end of the album or of its section. Later events of media then apply to
 * the photo. The caller updates the rows of the files.
 */
export async function acceptAsPhotos(own: Library, album: Album, files: ReceivedFile[]): Promise<void> {
  const ids = files.map(({ id }) => id)
  for (const file of files) addPhoto(own, file)
  addFacets(own, ids)
  await addToAlbum(own, album, ids)
  for (const [sectionId, those] of Map.groupBy(files, file => file.sectionId)) {
    const isThere = album.sections.slice(0, -1).some(({ id }) => id === sectionId)
    // photos of the last section are at the end already; a section that was removed needs no move
    if (!isThere) continue
    const moved = those.map(({ id }) => id)
    await moveInto(own, album, { heading: sectionId, ids: new Set(moved) })
    await insertIntoAlbum(own, album, moved)
  }
}

function addPhoto(own: Library, file: ReceivedFile): void {
  const { tx, account } = own
  const photo = Photo.received(file, own.now)
  photo.number = account.photoAdded(file.size)
  if (file.variants) account.variantsReplaced(null, file.variants)
  emitPhotoUpdated(tx, photo)
  // subscribers that wait for the end of processing are notified now
  if (photo.status !== 'processing') {
    photo.version += 1
    emitPhotoUpdated(tx, photo, { processed: true })
  }
  tx.insert(Photo, photo)
  countAdded(own, photo.number)
}
