import {
  BackupConfig,
  BackupKeys,
  OffsiteConfig,
  createBackupSource,
  isDamageError,
  listManifests,
  ManifestRefused,
  readPart,
  type BackupSource,
} from '@daymark/admin'
import type { ArchiveManifest, ArchivedRow } from '@daymark/contracts'
import { StorageConfig } from '@daymark/gateway'
import { type Env, isId, loadConfig, PlatformConfig, Sealer } from '@daymark/platform'
import { BackupStores, openStorage, type Storage } from '@daymark/storage'
import { UsageError } from '../services.ts'

export type BackupLocation = BackupSource & { storage: Storage; backups: BackupStores }

/**
 * Opens the photo store and the backup stores. `target`: the backup store to read, `backup` or `offsite`. Throws a UsageError if it is not
 * configured.
 */
export function openBackupLocation(env: Env, target: string): BackupLocation {
  if (target !== 'backup' && target !== 'offsite') throw new UsageError('The store must be backup or offsite.')
  const encryption = loadConfig(BackupKeys, env)
  const settings = { backup: loadConfig(BackupConfig, env), offsite: loadConfig(OffsiteConfig, env) }
  const backups = new BackupStores({ ...settings, encryption })
  const source = createBackupSource(backups, target, new Sealer(loadConfig(PlatformConfig, env)))
  if (!source)
    throw new UsageError(
      `DAYMARK_${target.toUpperCase()}_DRIVER is not set here. Run this command where the settings of the backup store are: ` +
        'in the container or pod of media or admin, or with npm run daymark where Daymark was started with npm start.',
    )
  return { storage: openStorage(loadConfig(StorageConfig, env), encryption), backups, ...source }
}

/** `refusedCount`: number of backups that are not restored because their manifest has no valid signature. */
type FoundBackups = { manifests: ArchiveManifest[]; refusedCount: number }

/**
 * Finds the readable backups, oldest first. Prints damaged and refused backups and skips them. `account`: an email or a user id; only a
 * user id limits the result to one account.
 */
export async function findManifests(source: BackupLocation, account?: string): Promise<FoundBackups> {
  const userId = account && isId(account) ? account : undefined
  const readable: ArchiveManifest[] = []
  let refusedCount = 0
  const reportUnusable = (error: Error): void => {
    if (error instanceof ManifestRefused) refusedCount += 1
    console.log(`${error instanceof ManifestRefused ? 'REFUSED' : 'DAMAGED'}: ${error.message}`)
  }
  for await (const manifest of listManifests(source, userId, reportUnusable)) readable.push(manifest)
  return { manifests: readable.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)), refusedCount }
}
/** Describes a backup for a message. Backups without a signature have no sequence number. */
export const describeBackup = ({ sequence, at }: ArchiveManifest): string =>
  `backup ${sequence ?? 'without a number'} of ${at}`
export const selectNewestPerAccount = (manifests: ArchiveManifest[]): ArchiveManifest[] => [
  ...new Map(manifests.map(manifest => [manifest.userId, manifest])).values(),
]

/** Selects for each account the newest backup whose rows are all readable, or the newest backup if none is readable. */
export async function selectNewestReadable(store: Storage, manifests: ArchiveManifest[]): Promise<ArchiveManifest[]> {
  const selected: ArchiveManifest[] = []
  for (const newest of selectNewestPerAccount(manifests)) {
    const newestFirst = manifests.filter(({ userId }) => userId === newest.userId).toReversed()
    let newestReadable: ArchiveManifest | undefined
    for (const manifest of newestFirst)
      if (!newestReadable && (await hasAllRows(store, manifest))) newestReadable = manifest
    if (newestReadable !== newest) console.log(`DAMAGED: rows of the backup ${newest.archive} of ${newest.at}`)
    selected.push(newestReadable ?? newest)
  }
  return selected
}

async function hasAllRows(store: Storage, { parts }: ArchiveManifest): Promise<boolean> {
  try {
    for (const part of parts) for await (const _ of readPart(store, part));
    return true
  } catch (error) {
    if (!isDamageError(error)) throw error
    return false
  }
}

/** Reads the email of the account from the backup. Returns the user id if the rows are damaged. */
export async function readEmail(store: Storage, { parts, userId }: ArchiveManifest): Promise<string> {
  const part = parts.find(({ name }) => name === 'identity')
  try {
    if (part)
      for await (const rows of readPart<ArchivedRow>(store, part))
        for (const { table, row } of rows) if (table === 'users') return String(row['email'])
  } catch (error) {
    if (!isDamageError(error)) throw error
  }
  return userId
}

/**
 * Finds the backup `backupId` of an account, or without `backupId` its newest backup. `account`: the email or the user id. Throws a
 * UsageError if there is none.
 */
export async function findBackup(
  store: Storage,
  manifests: ArchiveManifest[],
  account: string,
  backupId?: string,
): Promise<ArchiveManifest> {
  for (const newest of selectNewestPerAccount(manifests)) {
    if (newest.userId !== account && (await readEmail(store, newest)).toLowerCase() !== account.toLowerCase()) continue
    const backup = backupId
      ? manifests.find(({ archive, userId }) => archive === backupId && userId === newest.userId)
      : newest
    if (!backup) throw new UsageError(`No backup ${backupId} of ${account} exists.`)
    return backup
  }
  throw new UsageError(`No backup of ${account} exists.`)
}
