import type { EventOf, photoProcessed } from '@daymark/contracts'
import { isEncrypted } from '@daymark/contracts'
import type { Library } from '../accounts/change-library.ts'
import { tellReceived } from './received-events.ts'
import { ReceivedFile } from './received-file.entity.ts'

type Processed = EventOf<typeof photoProcessed>['data']

const findWaiting = ({ tx, ownerId }: Library, id: string) =>
  tx.em.findOneBy(ReceivedFile, { id, ownerId, state: 'waiting' })

/** What media says of a file that waits: it will be its photo's. */
export async function receivedReady(own: Library, id: string, data: Processed): Promise<void> {
  const file = await findWaiting(own, id)
  if (!file) return
  own.account.variantsReplaced(file.variants, data.variants)
  file.learn(data)
  own.tx.update(ReceivedFile, id, file)
  tellReceived(own, file.albumId)
}

export async function receivedFailed(own: Library, id: string, reason: string): Promise<void> {
  const file = await findWaiting(own, id)
  if (file?.status !== 'processing') return
  own.tx.update(ReceivedFile, id, { status: 'failed', error: reason })
  tellReceived(own, file.albumId)
}

/** Answers whether there is one: it lies encrypted now. */
export async function receivedEncrypted(own: Library, id: string, objectKey: string): Promise<boolean> {
  const file = await findWaiting(own, id)
  if (!file) return false
  if (!isEncrypted(file.objectKey)) {
    file.liesEncrypted(objectKey)
    own.tx.update(ReceivedFile, id, file)
  }
  return true
}
