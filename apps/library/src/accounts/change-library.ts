import { albumCreated, likesChanged, tagsChanged, usageChanged } from '@daymark/contracts'
import type { Tx } from '@daymark/platform'
import { Album } from '../albums/album.entity.ts'
import { Account } from './account.entity.ts'

/** One user's library while it is being changed: nobody else changes it until the commit. */
export type Library = { ownerId: string; tx: Tx; account: Account; now: Date; marks: Set<Mark> }
/** What is published once at the end, however many photos or tags it was. */
type Mark = 'likes' | 'tags'

/**
 * Every change of a library goes through here. The account's row is locked first, so changes of one user follow each other:
 * counters cannot drift, locks cannot cross, and the events of a photo or an album are published in the order of their commits.
 */
export async function changeLibrary<T>(
  tx: Tx,
  ownerId: string,
  now: Date,
  work: (library: Library) => Promise<T>,
): Promise<T> {
  return changing(tx, (await lock(tx, ownerId)) ?? (await open(tx, ownerId, now)), now, work)
}

/** For what is heard of a library: one that is no more is not made anew. */
export async function changeKnownLibrary(
  tx: Tx,
  ownerId: string,
  now: Date,
  work: (library: Library) => Promise<void>,
): Promise<void> {
  const account = await lock(tx, ownerId)
  if (account) await changing(tx, account, now, work)
}

async function changing<T>(tx: Tx, account: Account, now: Date, work: (library: Library) => Promise<T>): Promise<T> {
  const { userId: ownerId } = account
  const before = { ...account }
  const marks = new Set<Mark>()
  const result = await work({ ownerId, tx, account, now, marks })
  if (marks.has('likes')) tx.emit(likesChanged, ownerId, { ownerId })
  if (marks.has('tags')) tx.emit(tagsChanged, ownerId, { ownerId })
  const isOther = changed(before, account)
  // whatever is different is published; so a page of the library is what it was for as long as the version is (get-album-version)
  if (isOther || tx.events.length > 0) {
    account.version += 1
    tx.update(Account, ownerId, account)
  }
  if (isOther) {
    const { version, used: bytes, photos, albums } = account
    tx.emit(usageChanged, ownerId, { ownerId, version, bytes, photos, albums })
  }
  return result
}

const changed = (before: object, after: object): boolean => JSON.stringify(before) !== JSON.stringify(after)

const lock = (tx: Tx, userId: string): Promise<Account | null> =>
  tx.em.findOne(Account, { where: { userId }, lock: { mode: 'pessimistic_write' } })

/** The first touch makes the library and its Favorites (rule 21); of two at once the second waits here for the first. */
async function open(tx: Tx, userId: string, now: Date): Promise<Account> {
  const made = await tx.sql('INSERT INTO accounts (user_id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING user_id', [
    userId,
  ])
  if (made.length) {
    const favorites = Album.favorites(userId, now)
    await tx.em.insert(Album, favorites)
    tx.emit(albumCreated, favorites.id, favorites.state())
  }
  const account = await lock(tx, userId)
  if (!account) throw new Error('The new account does not exist.')
  return account
}
