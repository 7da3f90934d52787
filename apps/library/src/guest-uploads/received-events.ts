import { type EventOf, isEncrypted, type photoProcessed, receivedChanged, uploadReceived } from '@daymark/contracts'
import type { Library } from '../accounts/change-library.ts'
import { ReceivedFile } from './received-file.entity.ts'

/** The pending files of an album changed: open pages of its owner reload them. */
export const notifyReceivedChanged = ({ tx, ownerId }: Library, albumId: string): void =>
  tx.emit(receivedChanged, albumId, { ownerId, albumId })

export function notifyUploadReceived(own: Library, file: ReceivedFile): void {
  const { id: receivedId, ownerId, albumId, linkId, guestId, guestName, originalFilename, size, mimeType } = file
  own.tx.emit(uploadReceived, receivedId, {
    ...{ receivedId, ownerId, albumId, linkId, guestId, guestName, originalFilename, size, mimeType },
    waiting: file.state === 'waiting',
    receivedAt: file.createdAt.toISOString(),
  })
  notifyReceivedChanged(own, albumId)
}

type Processed = EventOf<typeof photoProcessed>['data']

const findWaiting = ({ tx, ownerId }: Library, id: string) =>
  tx.em.findOneBy(ReceivedFile, { id, ownerId, state: 'waiting' })

export async function receivedReady(own: Library, id: string, data: Processed): Promise<void> {
  const file = await findWaiting(own, id)
  if (!file) return
  own.account.variantsReplaced(file.variants, data.variants)
  file.applyProcessed(data)
  own.tx.update(ReceivedFile, id, file)
  notifyReceivedChanged(own, file.albumId)
}

export async function receivedFailed(own: Library, id: string, reason: string): Promise<void> {
  const file = await findWaiting(own, id)
  if (file?.status !== 'processing') return
  own.tx.update(ReceivedFile, id, { status: 'failed', error: reason })
  notifyReceivedChanged(own, file.albumId)
}

/** Returns whether there is such a file. */
export async function receivedEncrypted(own: Library, id: string, objectKey: string): Promise<boolean> {
  const file = await findWaiting(own, id)
  if (!file) return false
  if (!isEncrypted(file.objectKey)) {
    file.setEncrypted(objectKey)
    own.tx.update(ReceivedFile, id, file)
  }
  return true
}
