import { albumCreated, likesChanged, tagsChanged, usageChanged } from '@daymark/contracts'
import { Clock, Database, preparedStatement, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Album } from '../albums/album.entity.ts'
import { Account } from './account.entity.ts'

/** A library whose account row is locked by the transaction `tx`: no other transaction can change the library until `tx` ends. */
export type LockedLibrary = {
  ownerId: string
  tx: Tx
  account: Account
  now: Date
  libraryWideChanges: Set<LibraryWideChange>
}
/** Kinds of changes for which a transaction publishes one event per library, however many photos or tags it changes. */
type LibraryWideChange = 'likes' | 'tags'

/**
 * Runs `work` as a change of a library, and creates the library if it does not exist. All changes go through this function or
 * `changeExistingLibrary`, which lock the account's row first. Changes of one library therefore run one after another: counters stay
 * correct, deadlocks are impossible, and events of a photo or album are published in commit order.
 */
export async function changeLibrary<T>(
  tx: Tx,
  ownerId: string,
  now: Date,
  work: (library: LockedLibrary) => Promise<T>,
): Promise<T> {
  return runChange(tx, (await lockAccount(tx, ownerId)) ?? (await createLibrary(tx, ownerId, now)), now, work)
}

/** Changes a library in a transaction of its own. */
@Injectable()
export class Libraries {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  change<T>(ownerId: string, work: (library: LockedLibrary, tx: Tx) => Promise<T>): Promise<T> {
    return this.db.commit(tx => changeLibrary(tx, ownerId, this.clock.now(), library => work(library, tx)))
  }
}

/** Like `changeLibrary`, but does nothing if the library does not exist, so that a late event does not recreate a deleted library. */
export async function changeExistingLibrary(
  tx: Tx,
  ownerId: string,
  now: Date,
  work: (library: LockedLibrary) => Promise<void>,
): Promise<void> {
  const account = await lockAccount(tx, ownerId)
  if (account) await runChange(tx, account, now, work)
}

async function runChange<T>(
  tx: Tx,
  account: Account,
  now: Date,
  work: (library: LockedLibrary) => Promise<T>,
): Promise<T> {
  const { userId: ownerId } = account
  const accountBefore = { ...account }
  const libraryWideChanges = new Set<LibraryWideChange>()
  const result = await work({ ownerId, tx, account, now, libraryWideChanges })
  if (libraryWideChanges.has('likes')) tx.emit(likesChanged, ownerId, { ownerId })
  if (libraryWideChanges.has('tags')) tx.emit(tagsChanged, ownerId, { ownerId })
  const isAccountChanged = isChanged(accountBefore, account)
  // every visible change emits an event or changes a counter, so pages are unchanged while the version stays the same
  if (isAccountChanged || tx.events.length > 0) {
    account.version += 1
    tx.update(Account, ownerId, account)
  }
  if (isAccountChanged) {
    const { version, usedBytes: bytes, photos, albums } = account
    tx.emit(usageChanged, ownerId, { ownerId, version, bytes, photos, albums })
  }
  return result
}

const isChanged = (before: object, after: object): boolean => JSON.stringify(before) !== JSON.stringify(after)

const lockAccount = (tx: Tx, userId: string): Promise<Account | null> => tx.find(Account, { userId }, 'FOR UPDATE')

/**
 * Creates the account row and the Favorites album (rule 21). If two transactions do this at the same time, the INSERT of the second waits
 * for the first and then inserts nothing.
 */
async function createLibrary(tx: Tx, userId: string, now: Date): Promise<Account> {
  const inserted = await tx.sql('INSERT INTO accounts (user_id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING user_id', [
    userId,
  ])
  if (inserted.length) {
    const favorites = Album.createFavorites(userId, now)
    await tx.em.insert(Album, favorites)
    tx.emit(albumCreated, favorites.id, favorites.toState())
  }
  const account = await lockAccount(tx, userId)
  if (!account) throw new Error('The new account does not exist.')
  return account
}

const SELECT_LIBRARY_VERSION = preparedStatement('SELECT version::text FROM accounts WHERE user_id = $1')

/**
 * Returns the version of a library, which increases with every change of its photos, albums and tags. '0' if the library does not exist.
 */
export async function readLibraryVersion(db: Database, userId: string): Promise<string> {
  const [library] = await db.sql<{ version: string }>(SELECT_LIBRARY_VERSION, [userId])
  return library?.version ?? '0'
}
