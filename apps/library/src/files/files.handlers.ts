import { type Actor, downloadName, errors, type Input, library } from '@daymark/contracts'
import { Clock, Database, type Handler, Handles } from '@daymark/platform'
import { changeLibrary } from '../accounts/change-library.ts'
import { findPhoto } from '../photos/find-photo.ts'
import { emitPhotoUpdated } from '../photos/photo-events.ts'
import { Photo } from '../photos/photo.entity.ts'
import { readPhoto } from '../photos/read-photos.ts'
import { findEarlier } from './find-earlier.ts'
import { dropFile, takePlace } from './take-place.ts'

/** The two change places: the one that was shown is the earlier version then. */
@Handles(library.restoreEarlierFile)
export class RestoreEarlierFile implements Handler<typeof library.restoreEarlierFile> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ id, brief }: Input<typeof library.restoreEarlierFile>, { userId }: Actor) {
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

/** For the owner alone; no link and no gallery knows of it. */
@Handles(library.getEarlierFile)
export class GetEarlierFile implements Handler<typeof library.getEarlierFile> {
  constructor(private readonly db: Database) {}

  async handle({ id }: Input<typeof library.getEarlierFile>, { userId }: Actor) {
    const photo = await findPhoto(this.db.em, id, userId)
    const file = await findEarlier(this.db.em, photo)
    const { originalFilename, size, sha256, mimeType, format, width, height, placeholder, status, error, takenAt } =
      file
    return {
      ...{ photoId: photo.id, originalFilename, size, sha256, mimeType, originalFormat: format, width, height },
      ...{ placeholder, status, error },
      takenAt: takenAt?.toISOString() ?? null,
      replacedAt: file.createdAt.toISOString(),
    }
  }
}

@Handles(library.locateEarlierFile)
export class LocateEarlierFile implements Handler<typeof library.locateEarlierFile> {
  constructor(private readonly db: Database) {}

  async handle({ id, size: wanted }: Input<typeof library.locateEarlierFile>, { userId }: Actor) {
    const photo = await findPhoto(this.db.em, id, userId)
    const { originalFilename, variants, ...file } = await findEarlier(this.db.em, photo)
    const isOriginal = wanted === 'original'
    const found = isOriginal ? { ...file, key: file.objectKey } : variants?.[wanted]
    if (!found) throw errors.PHOTO_NOT_FOUND()
    const { key, size, sha256 } = found
    const mimeType = isOriginal ? file.mimeType : 'image/jpeg'
    return { photoId: photo.id, key, size, sha256, mimeType, downloadName: downloadName(originalFilename, mimeType) }
  }
}

@Handles(library.removeEarlierFile)
export class RemoveEarlierFile implements Handler<typeof library.removeEarlierFile> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ id, brief }: Input<typeof library.removeEarlierFile>, { userId }: Actor) {
    return this.db.commit(tx =>
      changeLibrary(tx, userId, this.clock.now(), async own => {
        const photo = await findPhoto(tx.em, id, userId)
        dropFile(own, photo, await findEarlier(tx.em, photo))
        photo.forgetEarlier(own.now)
        const { hasEarlier, version, updatedAt } = photo
        tx.update(Photo, photo.id, { hasEarlier, version, updatedAt })
        emitPhotoUpdated(tx, photo)
        return readPhoto(tx, photo.id, brief ? 'brief' : 'full')
      }),
    )
  }
}
