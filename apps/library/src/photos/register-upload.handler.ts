import { library, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, Plans, type Handler } from '@daymark/platform'
import { changeLibrary, type Library } from '../accounts/change-library.ts'
import { placePhotos } from '../albums/place-photos.ts'
import { findAlbum } from '../albums/find-album.ts'
import { likePhotos } from '../albums/like-photos.ts'
import { endBeginning } from '../uploads/beginnings.ts'
import { findByKey } from './idempotency.ts'
import { countIn } from './photo-blocks.ts'
import { emitPhotoUpdated, emitPhotoUploaded } from './photo-events.ts'
import { addFacets } from './photo-facets.ts'
import { Photo } from './photo.entity.ts'
import { photoView } from './photo-view.ts'
import { readPhoto } from './read-photos.ts'

type Upload = Input<typeof library.registerUpload>

@Handles(library.registerUpload)
export class RegisterUpload implements Handler<typeof library.registerUpload> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly plans: Plans,
  ) {}

  async handle(input: Upload, actor: Actor) {
    const plan = await this.plans.of(actor.userId)
    const photo = Photo.uploaded(actor.userId, input, this.clock.now())
    return this.db.commit(tx =>
      changeLibrary(tx, actor.userId, photo.createdAt, async own => {
        const others = await endBeginning(own, input.place)
        const existing = await findByKey(tx.em, actor.userId, input.idempotencyKey)
        // the same call a second time, its answer was lost: then the photo has this very object
        const created = existing?.objectKey === input.objectKey
        if (existing) return { photo: await readPhoto(tx, existing.id, 'whole'), created }
        own.account.assertRoomFor(photo.size, plan, others.bytes)
        const albumIds = await keep(own, photo, input.albumId)
        return { photo: photoView(photo, [], albumIds), created: true }
      }),
    )
  }
}

/** Answers the albums that it is in then. */
async function keep(own: Library, photo: Photo, albumId: string | undefined): Promise<string[]> {
  const { tx, ownerId } = own
  photo.number = own.account.photoAdded(photo.size)
  tx.insert(Photo, photo)
  countIn(own, photo.number)
  addFacets(own, [photo.id])
  emitPhotoUploaded(tx, photo)
  emitPhotoUpdated(tx, photo)
  if (albumId === undefined) return []
  const album = await findAlbum(tx.em, albumId, ownerId)
  if (album.isFavorites) photo.isFavorite = (await likePhotos(own, [photo.id], true)) === 1
  else await placePhotos(own, album, [photo.id])
  return [album.id]
}
