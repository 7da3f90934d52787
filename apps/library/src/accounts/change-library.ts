import { albumCreated, likesChanged, tagsChanged, usageChanged } from '@daymark/contracts'
import { type Database, prepared, type Tx } from '@daymark/platform'
import { Album } from '../albums/album.entity.ts'
import { Account } from './account.entity.ts'

/** A library that is locked for a change: no other transaction can change it until the commit. */
export type Library = { ownerId: string; tx: Tx; account: Account; now: Date; marks: Set<OncePerChange> }
/** An event that a change publishes at most once, for any number of photos or tags. */
type OncePerChange = 'likes' | 'tags'

/**
 * Runs a change of a library. Every change goes through this function. It locks the account's row first, so changes of one user
 * are serialized: counters cannot drift, locks cannot deadlock, and events of a photo or an album are published in commit order.
 */
export async function changeLibrary<T>(
  tx: Tx,
  ownerId: string,
  now: Date,
  work: (library: Library) => Promise<T>,
): Promise<T> {
  return runChange(tx, (await lockAccount(tx, ownerId)) ?? (await createLibrary(tx, ownerId, now)), now, work)
}

/** Like `changeLibrary`, for changes that an event causes: if the library was deleted, nothing happens, and it is not created again. */
export async function changeKnownLibrary(
  tx: Tx,
  ownerId: string,
  now: Date,
  work: (library: Library) => Promise<void>,
): Promise<void> {
  const account = await lockAccount(tx, ownerId)
  if (account) await runChange(tx, account, now, work)
}

async function runChange<T>(tx: Tx, account: Account, now: Date, work: (library: Library) => Promise<T>): Promise<T> {
  const { userId: ownerId } = account
  const before = { ...account }
  const marks = new Set<OncePerChange>()
  const result = await work({ ownerId, tx, account, now, marks })
  if (marks.has('likes')) tx.emit(likesChanged, ownerId, { ownerId })
  if (marks.has('tags')) tx.emit(tagsChanged, ownerId, { ownerId })
  const isAccountChanged = haveDifferentValues(before, account)
  // every visible change emits an event or changes a counter, so an unchanged version proves that pages are unchanged
  if (isAccountChanged || tx.events.length > 0) {
    account.version += 1
    tx.update(Account, ownerId, account)
  }
  if (isAccountChanged) {
    const { version, used: bytes, photos, albums } = account
    tx.emit(usageChanged, ownerId, { ownerId, version, bytes, photos, albums })
  }
  return result
}

const haveDifferentValues = (before: object, after: object): boolean => JSON.stringify(before) !== JSON.stringify(after)

const lockAccount = (tx: Tx, userId: string): Promise<Account | null> => tx.find(Account, { userId }, 'FOR UPDATE')

/** Creates the library and its Favorites at its first change (rule 21). A concurrent first change waits at the INSERT. */
async function createLibrary(tx: Tx, userId: string, now: Date): Promise<Account> {
  const inserted = await tx.sql('INSERT INTO accounts (user_id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING user_id', [
    userId,
  ])
  if (inserted.length) {
    const favorites = Album.favorites(userId, now)
    await tx.em.insert(Album, favorites)
    tx.emit(albumCreated, favorites.id, favorites.state())
  }
  const account = await lockAccount(tx, userId)
  if (!account) throw new Error('The new account does not exist.')
  return account
}

const SELECT_LIBRARY_VERSION = prepared('SELECT version::text FROM accounts WHERE user_id = $1')

/** The version of a library, which changes with its photos, albums and tags (changeLibrary). */
export async function readLibraryVersion(db: Database, userId: string): Promise<string> {
  const [found] = await db.sql<{ version: string }>(SELECT_LIBRARY_VERSION, [userId])
  return found?.version ?? '0'
}
