import { photoProcessed, type EventOf } from '@daymark/contracts'
import { Clock, On, type Commit, type Subscriber } from '@daymark/platform'
import { IsNull } from 'typeorm'
import { changeKnownLibrary } from '../accounts/change-library.ts'
import { emitPhotoUpdated } from './photo-events.ts'
import { addFacets, dropFacets } from './photo-facets.ts'
import { measureReady } from './ready-metrics.ts'
import { Photo } from './photo.entity.ts'

@On(photoProcessed)
export class MarkPhotoReady implements Subscriber<typeof photoProcessed> {
  private readonly clock: Clock
  constructor(clock: Clock) {
    this.clock = clock
  }

  async on({ data }: EventOf<typeof photoProcessed>, commit: Commit) {
    const { photoId: id, ownerId } = data
    await commit(tx =>
      changeKnownLibrary(tx, ownerId, this.clock.now(), async own => {
        const photo = await tx.em.findOneBy(Photo, { id, ownerId, deletedAt: IsNull() })
        if (!photo) return // deleted meanwhile
        const processed = photo.status === 'processing'
        own.account.variantsReplaced(photo.variants, data.variants)
        photo.becomeReady(data, own.now)
        dropFacets(own, [id])
        tx.update(Photo, id, photo)
        addFacets(own, [id])
        emitPhotoUpdated(tx, photo, { processed })
        if (processed) tx.afterCommit(() => measureReady(photo, own.now, 'ready'))
      }),
    )
  }
}
