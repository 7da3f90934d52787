import { errors, library, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, Plans, RpcHandlers } from '@daymark/platform'
import { Not } from 'typeorm'
import { type LockedLibrary, Libraries } from '../accounts/change-library.ts'
import { Album } from '../albums/album.entity.ts'
import { emitFileUploaded } from '../photos/photo-events.ts'
import { acceptAsPhotos } from './accept-as-photos.ts'
import { endReservation } from '../uploads/announced-uploads.ts'
import { emitUploadReceived, readGuestFile } from './received-events.ts'
import { ReceivedFile } from './received-file.entity.ts'
import { computeRemainingQuota } from './guest-limits.ts'

type ReceivedInput = Input<typeof library.registerReceived>

@RpcHandlers()
export class RegisterReceived {
  constructor(
    private readonly db: Database,
    private readonly libraries: Libraries,
    private readonly plans: Plans,
  ) {}

  @Handles(library.registerReceived)
  async registerReceived(input: ReceivedInput, { userId }: Actor) {
    const plan = await this.plans.entitlementOf(userId)
    const { id, created } = await this.libraries.change(userId, async (lockedLibrary, tx) => {
      const otherUploads = await endReservation(lockedLibrary, input.partialKey, input)
      const album = await tx.em.findOneBy(Album, { id: input.albumId, ownerId: userId })
      if (!album) throw errors.SHARE_GONE()
      const existing = await findFileSentBefore(lockedLibrary, input)
      // an equal object key means that the gateway repeats the call after a lost response, so `created` is true again
      if (existing) return { id: existing.id, created: existing.objectKey === input.objectKey }
      const quota = await computeRemainingQuota(tx, { ...input, now: lockedLibrary.now }, otherUploads)
      if (input.size > Math.min(quota.bytes, plan.storageLimit - lockedLibrary.account.usedBytes - otherUploads.bytes))
        throw errors.UPLOAD_LINK_FULL({ of: 'link' })
      const file = ReceivedFile.create(userId, input, lockedLibrary.now)
      await addFile(lockedLibrary, album, file, input.approve)
      return { id: file.id, created: true }
    })
    return { file: await readGuestFile(this.db, id), created }
  }
}

/**
 * Finds a file that the guest has already sent, by idempotency key or by content. Returns null if there is none. Ignores withdrawn files,
 * which can be sent again.
 */
async function findFileSentBefore({ tx }: LockedLibrary, input: ReceivedInput): Promise<ReceivedFile | null> {
  const { guestId, linkId, sha256, idempotencyKey } = input
  const byKey = idempotencyKey ? await tx.em.findOneBy(ReceivedFile, { guestId, idempotencyKey }) : null
  return byKey ?? tx.em.findOneBy(ReceivedFile, { guestId, linkId, sha256, state: Not('withdrawn') })
}

async function addFile(
  lockedLibrary: LockedLibrary,
  album: Album,
  file: ReceivedFile,
  needsApproval: boolean,
): Promise<void> {
  if (!needsApproval) file.state = 'added'
  lockedLibrary.tx.insert(ReceivedFile, file)
  if (needsApproval) lockedLibrary.account.addFileSizes([file])
  else await acceptAsPhotos(lockedLibrary, album, [file])
  emitFileUploaded(lockedLibrary.tx, { ...file, photoId: file.id }, needsApproval ? file.albumId : undefined)
  emitUploadReceived(lockedLibrary, file)
}
