import { errors, library, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'
import { changeLibrary } from '../accounts/change-library.ts'
import { findPhoto } from '../photos/find-photo.ts'
import { readPhoto } from '../photos/read-photos.ts'
import { findEarlier } from './find-earlier.ts'
import { takePlace } from './take-place.ts'

/** The two change places: the one that was shown is the earlier version then. */
@Handles(library.bringBackFile)
export class BringBackFile implements Handler<typeof library.bringBackFile> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ id, brief }: Input<typeof library.bringBackFile>, { userId }: Actor) {
    return this.db.commit(tx =>
      changeLibrary(tx, userId, this.clock.now(), async own => {
        const photo = await findPhoto(tx.em, id, userId)
        const earlier = await findEarlier(tx.em, photo)
        if (photo.replacement === 'processing')
          throw errors.CONFLICT({ reason: 'Another file is being processed for this photo. Try again in a moment.' })
        await takePlace(own, photo, earlier)
        return readPhoto(tx, photo.id, brief ? 'brief' : 'full')
      }),
    )
  }
}
