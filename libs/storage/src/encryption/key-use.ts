import { isEncrypted } from '@daymark/contracts'
import type { EncryptedStorage } from './encrypted-storage.ts'
import { EncryptionKeyMissing, ObjectDamaged, ObjectMissing } from '../storage.ts'

/** Key prefixes of encrypted objects in the photo store and in backup stores. */
const ENCRYPTED_PREFIXES = ['originals/', 'variants/', 'watermark/', 'partials/', 'objects/', 'backups/']
/** Number of objects that are processed concurrently. */
const CONCURRENT_OBJECTS = 16

/** `unreadable`: objects that are damaged or encrypted with an unknown key. */
export type RotationResult = { rewrapped: number; unchanged: number; unreadable: string[] }

/** Counts the objects that are encrypted with each key, by key id. Damaged objects are not counted. */
export async function countObjectsByKey(storage: EncryptedStorage): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  await forEachEncrypted(storage, async key => {
    const ids = await tryObject(() => storage.readKeyIds(key))
    if (Array.isArray(ids)) for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  })
  return counts
}

/**
 * Wraps the data key of every object under the newest key. It can be interrupted and repeated: for an object that is already finished, it
 * only reads the header.
 */
export async function rewrapAll(
  storage: EncryptedStorage,
  onProgress: (result: RotationResult) => void,
): Promise<RotationResult> {
  const result: RotationResult = { rewrapped: 0, unchanged: 0, unreadable: [] }
  await forEachEncrypted(storage, async key => {
    const wasRewrapped = await tryObject(() => storage.rewrap(key))
    if (wasRewrapped === 'unreadable') result.unreadable.push(key)
    else if (wasRewrapped !== 'removed') result[wasRewrapped ? 'rewrapped' : 'unchanged']++
    onProgress(result)
  })
  return result
}

async function forEachEncrypted(storage: EncryptedStorage, work: (key: string) => Promise<void>): Promise<void> {
  const keys = encryptedKeys(storage)
  const worker = async (): Promise<void> => {
    for await (const key of { [Symbol.asyncIterator]: () => ({ next: () => keys.next() }) }) await work(key)
  }
  await Promise.all(Array.from({ length: CONCURRENT_OBJECTS }, worker))
}

async function* encryptedKeys(storage: EncryptedStorage): AsyncGenerator<string> {
  for (const prefix of ENCRYPTED_PREFIXES)
    for await (const { key } of storage.list(prefix)) if (isEncrypted(key)) yield key
}

/** The result of `work`; 'removed' if the object has been removed since it was listed, 'unreadable' if it cannot be decrypted. */
async function tryObject<T>(work: () => Promise<T>): Promise<T | 'removed' | 'unreadable'> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ObjectMissing) return 'removed'
    if (error instanceof ObjectDamaged || error instanceof EncryptionKeyMissing) return 'unreadable'
    throw error
  }
}
