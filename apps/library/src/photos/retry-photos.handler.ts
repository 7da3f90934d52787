import { errors, library, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'
import { In } from 'typeorm'
import { changeLibrary, type Library } from '../accounts/change-library.ts'
import { ownPhotoIds } from './find-photo.ts'
import { emitPhotoUpdated, emitPhotoUploaded } from './photo-events.ts'
import { Photo } from './photo.entity.ts'

@Handles(library.retryPhotos)
export class RetryPhotos implements Handler<typeof library.retryPhotos> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ ids }: Input<typeof library.retryPhotos>, actor: Actor) {
    return this.db.commit(tx =>
      changeLibrary(tx, actor.userId, this.clock.now(), async own => {
        const photos = await tx.em.findBy(Photo, { id: In(await ownPhotoIds(tx, actor.userId, ids)) })
        // asked twice, the second finds them on their way: that is no mistake
        if (photos.every(photo => photo.status === 'completed'))
          throw errors.CONFLICT({ reason: 'Only photos that could not be processed can be tried again.' })
        const failed = photos.filter(photo => photo.status === 'failed')
        retryPhotos(own, failed)
        return { retried: failed.length }
      }),
    )
  }
}

/** To media they are like new uploads. */
export function retryPhotos({ tx, now }: Library, photos: Photo[]): void {
  for (const photo of photos) {
    photo.retry(now)
    tx.update(Photo, photo.id, { status: photo.status, error: null, version: photo.version, updatedAt: now })
    emitPhotoUploaded(tx, photo)
    emitPhotoUpdated(tx, photo)
  }
}
