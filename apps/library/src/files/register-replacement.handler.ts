import { library, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, Plans, type Handler } from '@daymark/platform'
import { changeLibrary, type Library } from '../accounts/change-library.ts'
import { findPhoto } from '../photos/find-photo.ts'
import { unregistered } from '../photos/photos.handlers.ts'
import { findByKey } from '../photos/idempotency.ts'
import { emitFileUploaded, emitPhotoUpdated } from '../photos/photo-events.ts'
import { Photo } from '../photos/photo.entity.ts'
import { readPhoto } from '../photos/read-photos.ts'
import { endReservation } from '../uploads/beginnings.ts'
import { PhotoFile } from './photo-file.entity.ts'
import { dropFile, nextOf } from './take-place.ts'

type Replacement = Input<typeof library.registerReplacement>

/** The file waits beside the photo, which shows what it did, until it is processed (MarkPhotoReady). */
@Handles(library.registerReplacement)
export class RegisterReplacement implements Handler<typeof library.registerReplacement> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly plans: Plans,
  ) {}

  async handle(input: Replacement, actor: Actor) {
    const plan = await this.plans.of(actor.userId)
    return this.db.commit(tx =>
      changeLibrary(tx, actor.userId, this.clock.now(), async own => {
        const others = await endReservation(own, input.partialKey)
        const known = await findByKey(tx.em, actor.userId, input.idempotencyKey)
        const photo = known ?? (await findPhoto(tx.em, input.photoId, actor.userId))
        // the same call a second time, its answer was lost: then some photo has this very object
        const outcome = known ? { created: await isKept(own, input.objectKey), unchanged: false } : await keep()
        return { photo: await readPhoto(tx, photo.id, 'whole'), ...outcome }

        async function keep() {
          const next = await nextOf(own, photo)
          if (next?.sha256 === input.sha256 && isYoung(own, next)) return { created: false, unchanged: false }
          // of two at once the later one counts
          if (next) dropFile(own, photo, next)
          if (photo.sha256 === input.sha256) {
            if (next) tell(own, photo, null)
            return { created: false, unchanged: true }
          }
          own.account.assertRoomFor(input.size, plan, others.bytes)
          const file = PhotoFile.next(photo, input, own.now)
          own.account.filesKept([file])
          tx.insert(PhotoFile, file)
          emitFileUploaded(tx, file)
          tell(own, photo, 'processing')
          return { created: true, unchanged: false }
        }
      }),
    )
  }
}

/** One that still waits after that is not processed any more: whoever sends the file again has it begun anew. */
const YOUNG_MS = 10 * 60_000
const isYoung = ({ now }: Library, { createdAt }: PhotoFile): boolean => now.getTime() - createdAt.getTime() < YOUNG_MS

function tell({ tx, now }: Library, photo: Photo, state: 'processing' | null): void {
  photo.tellReplacement(state, null, now)
  const { replacement, replacementError, version, updatedAt } = photo
  tx.update(Photo, photo.id, { replacement, replacementError, version, updatedAt })
  emitPhotoUpdated(tx, photo)
}

const isKept = async ({ tx }: Library, objectKey: string): Promise<boolean> =>
  (await unregistered(tx, [objectKey])).length === 0
