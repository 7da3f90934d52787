import { photoProcessed, type EventOf } from '@daymark/contracts'
import { Clock, On, type Commit, type Subscriber } from '@daymark/platform'
import { changeKnownLibrary, type Library } from '../accounts/change-library.ts'
import { placeProcessed } from '../captures/fall-in.ts'
import { findFile } from '../files/find-file.ts'
import { PhotoFile } from '../files/photo-file.entity.ts'
import { takePlace } from '../files/take-place.ts'
import { emitPhotoUpdated } from './photo-events.ts'
import { receivedReady } from '../received/hear-of-received.ts'
import { addFacets, dropFacets } from './photo-facets.ts'
import { measureReady } from './ready-metrics.ts'
import { Photo } from './photo.entity.ts'

type Processed = EventOf<typeof photoProcessed>['data']

@On(photoProcessed)
export class MarkPhotoReady implements Subscriber<typeof photoProcessed> {
  constructor(private readonly clock: Clock) {}

  async on({ data }: EventOf<typeof photoProcessed>, commit: Commit) {
    const { photoId: id, ownerId } = data
    await commit(tx =>
      changeKnownLibrary(tx, ownerId, this.clock.now(), async own => {
        const { photo, file } = (await findFile(tx.em, id, ownerId)) ?? {}
        if (photo && file) return besides(own, photo, file, data)
        if (!photo) return receivedReady(own, id, data)
        if (photo.deletedAt) return // deleted meanwhile
        const processed = photo.status === 'processing'
        const isDated = photo.capture !== null
        own.account.variantsReplaced(photo.variants, data.variants)
        photo.becomeReady(data, own.now)
        dropFacets(own, [photo.id])
        tx.update(Photo, photo.id, photo)
        addFacets(own, [photo.id])
        emitPhotoUpdated(tx, photo, { processed })
        // not of one that came back from a backup, which stands where it stood
        if (processed && !isDated) await placeProcessed(own, photo.id)
        if (processed) tx.afterCommit(() => measureReady(photo, own.now, 'ready'))
      }),
    )
  }
}

/** Not what its photo shows: the one that was to take its place does so now, in the trash too, whence it may come back. */
async function besides(own: Library, photo: Photo, file: PhotoFile, data: Processed): Promise<void> {
  if (!photo.deletedAt) own.account.variantsReplaced(file.variants, data.variants)
  file.learn(data)
  if (file.role === 'next') await takePlace(own, photo, file)
  else own.tx.update(PhotoFile, file.id, file)
}
