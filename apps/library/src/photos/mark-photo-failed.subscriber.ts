import { photoFailed, type EventOf } from '@daymark/contracts'
import { Clock, On, type Commit, type Subscriber } from '@daymark/platform'
import { IsNull } from 'typeorm'
import { changeKnownLibrary } from '../accounts/change-library.ts'
import { emitPhotoUpdated } from './photo-events.ts'
import { measureReady } from './ready-metrics.ts'
import { Photo } from './photo.entity.ts'

@On(photoFailed)
export class MarkPhotoFailed implements Subscriber<typeof photoFailed> {
  private readonly clock: Clock
  constructor(clock: Clock) {
    this.clock = clock
  }

  async on({ data }: EventOf<typeof photoFailed>, commit: Commit) {
    const { photoId: id, ownerId, reason } = data
    await commit(tx =>
      changeKnownLibrary(tx, ownerId, this.clock.now(), async ({ now }) => {
        const photo = await tx.em.findOneBy(Photo, { id, ownerId, deletedAt: IsNull() })
        // deleted meanwhile; or another try has succeeded, and this is late news of one before
        if (!photo || photo.status === 'completed') return
        const processed = photo.status === 'processing'
        photo.fail(reason, now)
        tx.update(Photo, id, photo)
        emitPhotoUpdated(tx, photo, { processed })
        if (processed) tx.afterCommit(() => measureReady(photo, now, 'failed'))
      }),
    )
  }
}
