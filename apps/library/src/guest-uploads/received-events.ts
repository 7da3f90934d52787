import { type EventOf, isEncrypted, type photoProcessed, receivedChanged, uploadReceived } from '@daymark/contracts'
import type { Library } from '../accounts/change-library.ts'
import { ReceivedFile } from './received-file.entity.ts'

/** Publishes that the pending files of an album changed, so that open pages of the owner reload them. */
export const notifyReceivedChanged = ({ tx, ownerId }: Library, albumId: string): void =>
  tx.emit(receivedChanged, albumId, { ownerId, albumId })

export function notifyUploadReceived(lockedLibrary: Library, file: ReceivedFile): void {
  const { id: receivedId, ownerId, albumId, linkId, guestId, guestName, originalFilename, size, mimeType } = file
  lockedLibrary.tx.emit(uploadReceived, receivedId, {
    ...{ receivedId, ownerId, albumId, linkId, guestId, guestName, originalFilename, size, mimeType },
    waiting: file.state === 'waiting',
    receivedAt: file.createdAt.toISOString(),
  })
  notifyReceivedChanged(lockedLibrary, albumId)
}

type Processed = EventOf<typeof photoProcessed>['data']

const findWaiting = ({ tx, ownerId }: Library, id: string) =>
  tx.em.findOneBy(ReceivedFile, { id, ownerId, state: 'waiting' })

export async function applyProcessedReceived(lockedLibrary: Library, id: string, data: Processed): Promise<void> {
  const file = await findWaiting(lockedLibrary, id)
  if (!file) return
  lockedLibrary.account.variantsReplaced(file.variants, data.variants)
  file.applyProcessed(data)
  lockedLibrary.tx.update(ReceivedFile, id, file)
  notifyReceivedChanged(lockedLibrary, file.albumId)
}

export async function applyFailedReceived(lockedLibrary: Library, id: string, reason: string): Promise<void> {
  const file = await findWaiting(lockedLibrary, id)
  if (file?.status !== 'processing') return
  lockedLibrary.tx.update(ReceivedFile, id, { status: 'failed', error: reason })
  notifyReceivedChanged(lockedLibrary, file.albumId)
}

/** Stores the new key of an encrypted file. Returns false if there is no such pending file. */
export async function applyEncryptedReceived(lockedLibrary: Library, id: string, objectKey: string): Promise<boolean> {
  const file = await findWaiting(lockedLibrary, id)
  if (!file) return false
  if (!isEncrypted(file.objectKey)) {
    file.setEncrypted(objectKey)
    lockedLibrary.tx.update(ReceivedFile, id, file)
  }
  return true
}
