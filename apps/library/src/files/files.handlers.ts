import { type Actor, downloadName, errors, type Input, library } from '@daymark/contracts'
import { Database, Handles, Plans, RpcHandlers } from '@daymark/platform'
import { type LockedLibrary, Libraries } from '../accounts/change-library.ts'
import { findPhotoByKey, findPhoto } from '../photos/find-photo.ts'
import { emitFileUploaded, emitPhotoUpdated } from '../photos/photo-events.ts'
import { Photo } from '../photos/photo.entity.ts'
import { readPhoto } from '../photos/read-photos.ts'
import { endReservation } from '../uploads/announced-uploads.ts'
import { findUnregisteredKeys } from '../uploads/uploads.handlers.ts'
import { PhotoFile } from './photo-file.entity.ts'
import { deleteFile, findEarlierFile, findPendingReplacement, promoteFile } from './photo-files.ts'

type ReplacementInput = Input<typeof library.registerReplacement>

@RpcHandlers()
export class FileHandlers {
  constructor(
    private readonly db: Database,
    private readonly libraries: Libraries,
    private readonly plans: Plans,
  ) {}

  /**
   * Registers an uploaded file as the replacement of a photo's file. The photo keeps its current file until the new one is processed
   * (MarkPhotoReady).
   */
  @Handles(library.registerReplacement)
  async registerReplacement(input: ReplacementInput, actor: Actor) {
    const plan = await this.plans.entitlementOf(actor.userId)
    return this.libraries.change(actor.userId, async (lockedLibrary, tx) => {
      const otherUploads = await endReservation(lockedLibrary, input.partialKey)
      const registeredPhoto = await findPhotoByKey(tx, actor.userId, input.idempotencyKey)
      const photo = registeredPhoto ?? (await findPhoto(tx.em, input.photoId, actor.userId))
      // already registered if the gateway repeats the call after a lost response
      const outcome = registeredPhoto
        ? { created: await isRegistered(lockedLibrary, input.objectKey), unchanged: false }
        : await registerFile()
      return { photo: await readPhoto(tx, photo.id, 'whole'), ...outcome }

      async function registerFile() {
        const pendingFile = await findPendingReplacement(lockedLibrary, photo)
        if (pendingFile?.sha256 === input.sha256 && isProcessingRecent(lockedLibrary, pendingFile))
          return { created: false, unchanged: false }
        // the new file replaces the pending one
        if (pendingFile) deleteFile(lockedLibrary, photo, pendingFile)
        if (photo.sha256 === input.sha256) {
          if (pendingFile) saveReplacementState(lockedLibrary, photo, null)
          return { created: false, unchanged: true }
        }
        lockedLibrary.account.assertWithinQuota(input.size, plan, otherUploads.bytes)
        const file = PhotoFile.createNext(photo, input, lockedLibrary.now)
        lockedLibrary.account.addFileSizes([file])
        tx.insert(PhotoFile, file)
        emitFileUploaded(tx, file)
        saveReplacementState(lockedLibrary, photo, 'processing')
        return { created: true, unchanged: false }
      }
    })
  }

  /** Makes the earlier version the current file, and the current file the earlier version. */
  @Handles(library.restoreEarlierFile)
  async restoreEarlierFile({ id, brief }: Input<typeof library.restoreEarlierFile>, { userId }: Actor) {
    return this.libraries.change(userId, async (lockedLibrary, tx) => {
      const photo = await findPhoto(tx.em, id, userId)
      const earlier = await findEarlierFile(tx.em, photo)
      if (photo.replacement === 'processing')
        throw errors.CONFLICT({ reason: 'Another file is being processed for this photo. Try again in a moment.' })
      await promoteFile(lockedLibrary, photo, earlier)
      return readPhoto(tx, photo.id, brief ? 'brief' : 'full')
    })
  }

  /** Returns the metadata of the earlier version. Only owners can read it; galleries never show earlier versions. */
  @Handles(library.getEarlierFile)
  async getEarlierFile({ id }: Input<typeof library.getEarlierFile>, { userId }: Actor) {
    const photo = await findPhoto(this.db.em, id, userId)
    const file = await findEarlierFile(this.db.em, photo)
    const { originalFilename, size, sha256, mimeType, format, width, height, placeholder, status, error, takenAt } =
      file
    return {
      photoId: photo.id,
      originalFilename,
      size,
      sha256,
      mimeType,
      originalFormat: format,
      width,
      height,
      placeholder,
      status,
      error,
      takenAt: takenAt?.toISOString() ?? null,
      replacedAt: file.createdAt.toISOString(),
    }
  }

  @Handles(library.locateEarlierFile)
  async locateEarlierFile({ id, size: requestedSize }: Input<typeof library.locateEarlierFile>, { userId }: Actor) {
    const photo = await findPhoto(this.db.em, id, userId)
    const { originalFilename, variants, ...file } = await findEarlierFile(this.db.em, photo)
    const isOriginal = requestedSize === 'original'
    const storedFile = isOriginal ? { ...file, key: file.objectKey } : variants?.[requestedSize]
    if (!storedFile) throw errors.PHOTO_NOT_FOUND()
    const { key, size, sha256 } = storedFile
    const mimeType = isOriginal ? file.mimeType : 'image/jpeg'
    return { photoId: photo.id, key, size, sha256, mimeType, downloadName: downloadName(originalFilename, mimeType) }
  }

  @Handles(library.removeEarlierFile)
  async removeEarlierFile({ id, brief }: Input<typeof library.removeEarlierFile>, { userId }: Actor) {
    return this.libraries.change(userId, async (lockedLibrary, tx) => {
      const photo = await findPhoto(tx.em, id, userId)
      deleteFile(lockedLibrary, photo, await findEarlierFile(tx.em, photo))
      photo.clearEarlier(lockedLibrary.now)
      const { hasEarlier, version, updatedAt } = photo
      tx.update(Photo, photo.id, { hasEarlier, version, updatedAt })
      emitPhotoUpdated(tx, photo)
      return readPhoto(tx, photo.id, brief ? 'brief' : 'full')
    })
  }
}

/**
 * Age from which a pending replacement counts as stuck, for example because an event was lost. If the same file is uploaded again after
 * this time, its processing restarts.
 */
const MAX_PROCESSING_MS = 10 * 60_000
const isProcessingRecent = ({ now }: LockedLibrary, { createdAt }: PhotoFile): boolean =>
  now.getTime() - createdAt.getTime() < MAX_PROCESSING_MS

function saveReplacementState({ tx, now }: LockedLibrary, photo: Photo, state: 'processing' | null): void {
  photo.setReplacement(state, null, now)
  const { replacement, replacementError, version, updatedAt } = photo
  tx.update(Photo, photo.id, { replacement, replacementError, version, updatedAt })
  emitPhotoUpdated(tx, photo)
}

const isRegistered = async ({ tx }: LockedLibrary, objectKey: string): Promise<boolean> =>
  (await findUnregisteredKeys(tx, [objectKey])).length === 0
