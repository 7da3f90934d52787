import { receivedChanged, uploadReceived } from '@daymark/contracts'
import type { Library } from '../accounts/change-library.ts'
import type { ReceivedFile } from './received-file.entity.ts'

/** What waits for an album is other: its owner's open pages read it again. */
export const tellReceived = ({ tx, ownerId }: Library, albumId: string): void =>
  tx.emit(receivedChanged, albumId, { ownerId, albumId })

export function tellUpload(own: Library, file: ReceivedFile): void {
  const { id: receivedId, ownerId, albumId, linkId, guestId, guestName, originalFilename, size, mimeType } = file
  own.tx.emit(uploadReceived, receivedId, {
    ...{ receivedId, ownerId, albumId, linkId, guestId, guestName, originalFilename, size, mimeType },
    waiting: file.state === 'waiting',
    receivedAt: file.createdAt.toISOString(),
  })
  tellReceived(own, albumId)
}
