import type { Library } from '../accounts/change-library.ts'
import type { Album } from '../albums/album.entity.ts'
import { placePhotos } from '../albums/place-photos.ts'
import { placeByTime } from '../captures/fall-in.ts'
import { countIn } from '../photos/photo-blocks.ts'
import { emitPhotoUpdated } from '../photos/photo-events.ts'
import { addFacets } from '../photos/photo-facets.ts'
import { Photo } from '../photos/photo.entity.ts'
import { moveInto } from '../sections/sections.handlers.ts'
import type { ReceivedFile } from './received-file.entity.ts'

/**
 * Files that are photos from now on, each under the id that media knows it by, at the end of the album or of their section. What
 * media still has to say of one is then said of the photo. The caller says what became of their own rows.
 */
export async function becomePhotos(own: Library, album: Album, files: ReceivedFile[]): Promise<void> {
  const ids = files.map(({ id }) => id)
  for (const file of files) addPhoto(own, file)
  addFacets(own, ids)
  await placePhotos(own, album, ids)
  for (const [sectionId, those] of Map.groupBy(files, file => file.sectionId)) {
    const isThere = album.sections.slice(0, -1).some(({ id }) => id === sectionId)
    // behind the last heading they are already; one that was removed meanwhile asks for nothing
    if (!isThere) continue
    const moved = those.map(({ id }) => id)
    await moveInto(own, album, { heading: sectionId, ids: new Set(moved) })
    await placeByTime(own, album, moved)
  }
}

function addPhoto(own: Library, file: ReceivedFile): void {
  const { tx, account } = own
  const photo = Photo.received(file, own.now)
  photo.number = account.photoAdded(file.size)
  if (file.variants) account.variantsReplaced(null, file.variants)
  emitPhotoUpdated(tx, photo)
  // whoever waits for the end of processing hears of it now
  if (photo.status !== 'processing') {
    photo.version += 1
    emitPhotoUpdated(tx, photo, { processed: true })
  }
  tx.insert(Photo, photo)
  countIn(own, photo.number)
}
