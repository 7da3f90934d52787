import { isEncrypted } from '@daymark/contracts'
import type { EncryptedStorage } from './encrypted-storage.ts'
import { ObjectMissing } from '../storage.ts'
import { EncryptionKeyMissing, ObjectDamaged } from './errors.ts'

/** Where encrypted objects lie: in the store, and in those of backups. */
const KINDS = ['originals/', 'variants/', 'watermark/', 'partials/', 'objects/', 'backups/']
/** Objects looked at or wrapped at the same time; each waits for the store. */
const AT_ONCE = 16

/** `unreadable`: objects that none of the keys opens, or that are damaged. */
export type Rotated = { rewrapped: number; kept: number; unreadable: string[] }

/** How many encrypted objects each key wraps, by its id; an object that is damaged counts for none. */
export async function countByKey(storage: EncryptedStorage): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  await eachEncrypted(storage, async key => {
    const ids = await found(() => storage.keyIds(key))
    if (Array.isArray(ids)) for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  })
  return counts
}

/** The newest key for every object. What is done already costs a look, so it can be stopped and started again. */
export async function rotate(storage: EncryptedStorage, told: (sofar: Rotated) => void): Promise<Rotated> {
  const rotated: Rotated = { rewrapped: 0, kept: 0, unreadable: [] }
  await eachEncrypted(storage, async key => {
    const isNew = await found(() => storage.rewrap(key))
    if (isNew === 'unreadable') rotated.unreadable.push(key)
    else if (isNew !== 'gone') rotated[isNew ? 'rewrapped' : 'kept']++
    told(rotated)
  })
  return rotated
}

async function eachEncrypted(storage: EncryptedStorage, work: (key: string) => Promise<void>): Promise<void> {
  const keys = encryptedKeys(storage)
  const worker = async (): Promise<void> => {
    for await (const key of { [Symbol.asyncIterator]: () => ({ next: () => keys.next() }) }) await work(key)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

async function* encryptedKeys(storage: EncryptedStorage): AsyncGenerator<string> {
  for (const kind of KINDS) for await (const { key } of storage.list(kind)) if (isEncrypted(key)) yield key
}

/** What was removed meanwhile needs no key. */
async function found<T>(work: () => Promise<T>): Promise<T | 'gone' | 'unreadable'> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ObjectMissing) return 'gone'
    if (error instanceof ObjectDamaged || error instanceof EncryptionKeyMissing) return 'unreadable'
    throw error
  }
}
