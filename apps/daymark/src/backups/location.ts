import { backupCommands } from '@daymark/admin'
import type { ArchiveManifest, ArchivedRow } from '@daymark/contracts'
import { StorageConfig } from '@daymark/gateway'
import { type Env, isId, loadConfig, PlatformConfig, Sealer } from '@daymark/platform'
import { BackupStores, openStorage, type Storage } from '@daymark/storage'
import { UsageError } from '../services.ts'

const {
  BackupConfig,
  BackupKeys,
  OffsiteConfig,
  backupSource,
  isDamageError,
  listManifests,
  ManifestRefused,
  readPart,
} = backupCommands
export type BackupLocation = backupCommands.BackupSource & { storage: Storage; backups: BackupStores }

/** Opens the configured stores. */
export function backupLocation(env: Env, target: string): BackupLocation {
  if (target !== 'backup' && target !== 'offsite') throw new UsageError('The store must be backup or offsite.')
  const encryption = loadConfig(BackupKeys, env)
  const settings = { backup: loadConfig(BackupConfig, env), offsite: loadConfig(OffsiteConfig, env) }
  const backups = new BackupStores({ ...settings, encryption })
  const source = backupSource(backups, target, new Sealer(loadConfig(PlatformConfig, env)))
  if (!source)
    throw new UsageError(
      `DAYMARK_${target.toUpperCase()}_DRIVER is not set here. Run this command where the settings of the backup store are: ` +
        'in the container or pod of media or admin, or with npm run daymark where Daymark was started with npm start.',
    )
  return { storage: openStorage(loadConfig(StorageConfig, env), encryption), backups, ...source }
}

/** `refused`: number of backups that cannot be trusted. */
export type Found = { manifests: ArchiveManifest[]; refused: number }

/** Backups of one account or of all, oldest first. Damaged and refused backups are reported and skipped. */
export async function manifestsOf(source: BackupLocation, who?: string): Promise<Found> {
  const userId = who && isId(who) ? who : undefined
  const found: ArchiveManifest[] = []
  let refused = 0
  const reportUnusable = (error: Error): void => {
    if (error instanceof ManifestRefused) refused += 1
    console.log(`${error instanceof ManifestRefused ? 'REFUSED' : 'DAMAGED'}: ${error.message}`)
  }
  for await (const manifest of listManifests(source, userId, reportUnusable)) found.push(manifest)
  return { manifests: found.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)), refused }
}
/** Describes a backup; backups of releases before signatures have no number. */
export const numberOf = ({ sequence, at }: ArchiveManifest): string =>
  `backup ${sequence ?? 'without a number'} of ${at}`
export const newestOf = (manifests: ArchiveManifest[]): ArchiveManifest[] => [
  ...new Map(manifests.map(manifest => [manifest.userId, manifest])).values(),
]

/** The newest backup of each account with readable rows; without a readable one, the newest. */
export async function bestOf(store: Storage, manifests: ArchiveManifest[]): Promise<ArchiveManifest[]> {
  const best: ArchiveManifest[] = []
  for (const newest of newestOf(manifests)) {
    const own = manifests.filter(({ userId }) => userId === newest.userId).toReversed()
    let found: ArchiveManifest | undefined
    for (const manifest of own) if (!found && (await hasAllRows(store, manifest))) found = manifest
    if (found !== newest) console.log(`DAMAGED: rows of the backup ${newest.archive} of ${newest.at}`)
    best.push(found ?? newest)
  }
  return best
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

/** The email in the rows of a backup, also for deleted accounts; the user id if the rows are damaged. */
export async function emailOf(store: Storage, { parts, userId }: ArchiveManifest): Promise<string> {
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

/** Finds a backup by email or id of its account; the newest unless `backupId` is given. */
export async function backupOf(
  store: Storage,
  all: ArchiveManifest[],
  who: string,
  backupId?: string,
): Promise<ArchiveManifest> {
  for (const newest of newestOf(all)) {
    if (newest.userId !== who && (await emailOf(store, newest)).toLowerCase() !== who.toLowerCase()) continue
    const found = backupId ? all.find(one => one.archive === backupId && one.userId === newest.userId) : newest
    if (!found) throw new UsageError(`No backup ${backupId} of ${who} exists.`)
    return found
  }
  throw new UsageError(`No backup of ${who} exists.`)
}
