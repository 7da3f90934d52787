import { createInterface } from 'node:readline/promises'
import { readPart, readRecordedBackups, type RecordedBackups } from '@daymark/admin'
import type { ArchivedRow, ArchiveManifest } from '@daymark/contracts'
import { type Env, isId, withDatabase } from '@daymark/platform'
import type { Storage } from '@daymark/storage'
import { UsageError } from '../services.ts'
import { readEmail, findManifests, selectNewestPerAccount, describeBackup, type BackupLocation } from './location.ts'

export const RESTORE_OPTIONS = {
  'with-super-admins': { type: 'boolean' },
  'skip-refused': { type: 'boolean' },
  'accept-older': { type: 'boolean' },
  installation: { type: 'string' },
} as const
export type RestoreOptions = {
  'with-super-admins'?: boolean | undefined
  'skip-refused'?: boolean | undefined
  'accept-older'?: boolean | undefined
  installation?: string | undefined
}

/**
 * Finds the backups that may be restored. Throws, before anything is changed, if a backup is refused or a newer backup is missing, unless
 * the options accept this.
 */
export async function findTrustedBackups(
  env: Env,
  location: BackupLocation,
  options: RestoreOptions,
  { account, isBackupNamed = false }: { account?: string; isBackupNamed?: boolean } = {},
): Promise<ArchiveManifest[]> {
  const { manifests, refusedCount } = await findManifests(location, account)
  if (refusedCount > 0 && !options['skip-refused'])
    throw new UsageError(
      `${refusedCount === 1 ? 'A backup is' : `${refusedCount} backups are`} refused, see above. Nothing was changed. To restore only the others, add --skip-refused.`,
    )
  const trustedManifests = await filterByInstallation(env, location, manifests, options.installation)
  const missingBackupMessages =
    options['accept-older'] || isBackupNamed ? [] : await findMissingNewerBackups(env, location, manifests, account)
  if (missingBackupMessages.length > 0)
    throw new UsageError(
      [...missingBackupMessages, 'Nothing was changed. To restore these backups anyway, add --accept-older.'].join(
        '\n',
      ),
    )
  return trustedManifests
}

/**
 * Throws if the store contains backups of several installations, unless all of them belong to this database or `selectedId` selects one.
 * Otherwise, the backups of two installations with the same secret, such as a test installation, could be mixed.
 */
async function filterByInstallation(
  env: Env,
  location: BackupLocation,
  manifests: ArchiveManifest[],
  selectedId: string | undefined,
): Promise<ArchiveManifest[]> {
  // unsigned backups name no installation; they are in the list only if the operator accepts unsigned backups
  const unsigned = manifests.filter(({ installation }) => installation === undefined)
  const byInstallation = Map.groupBy(
    manifests.filter(({ installation }) => installation !== undefined),
    ({ installation = '' }) => installation,
  )
  if (selectedId) return [...unsigned, ...(byInstallation.get(selectedId) ?? [])]
  if (byInstallation.size < 2) return manifests
  const knownIds = new Set((await readBackupsRecordedInDatabase(env, location)).installations)
  if ([...byInstallation.keys()].every(id => knownIds.has(id))) return manifests
  const lines = [...byInstallation].map(
    ([id, manifestsOfId]) =>
      `  ${id}: ${manifestsOfId.length} backups of ${selectNewestPerAccount(manifestsOfId).length} accounts, the newest of ${manifestsOfId.at(-1)?.at}`,
  )
  throw new UsageError(
    [
      'This store holds backups of several installations:',
      ...lines,
      'Nothing was changed. Select one with --installation <id>.',
    ].join('\n'),
  )
}

/**
 * Returns a message for each account whose newest backup is recorded in the database but missing from the store, for example because
 * someone deleted it.
 */
export async function findMissingNewerBackups(
  env: Env,
  location: BackupLocation,
  manifests: ArchiveManifest[],
  account?: string,
): Promise<string[]> {
  const { newest } = await readBackupsRecordedInDatabase(env, location)
  const newestInStore = new Map<string, number>()
  for (const { userId, sequence = 0 } of manifests)
    newestInStore.set(userId, Math.max(sequence, newestInStore.get(userId) ?? 0))
  return newest
    .filter(
      ({ userId, sequence }) =>
        sequence > (newestInStore.get(userId) ?? 0) && !(account && isId(account) && account !== userId),
    )
    .map(({ userId, sequence, at }) => {
      const storeState = newestInStore.has(userId)
        ? `the newest backup in this store is number ${newestInStore.get(userId)}`
        : 'no backup remains'
      return `OLDER: backup ${sequence} of ${userId}, of ${at.toISOString()}, is missing from this store: ${storeState}.`
    })
}

const readBackupsRecordedInDatabase = (env: Env, { target }: BackupLocation): Promise<RecordedBackups> =>
  withDatabase(env, { service: 'admin' }, db => readRecordedBackups(db, target))

/**
 * Asks the operator to confirm the accounts with the role super_admin that the restore would create, because they get full access. Throws
 * if the operator does not confirm.
 */
export async function confirmSuperAdmins(
  { store }: Pick<BackupLocation, 'store'>,
  manifests: ArchiveManifest[],
  options: RestoreOptions,
): Promise<void> {
  const superAdmins: string[] = []
  for (const manifest of manifests)
    if (await isSuperAdmin(store, manifest))
      superAdmins.push(`  ${await readEmail(store, manifest)}, ${describeBackup(manifest)}`)
  if (superAdmins.length === 0) return
  console.log(
    ['These accounts will be restored with the role super_admin, which has full access:', ...superAdmins].join('\n'),
  )
  if (options['with-super-admins']) return
  if (!process.stdin.isTTY)
    throw new UsageError('Nothing was changed. If you know all of them, add --with-super-admins.')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question('Restore them? (yes/no) ')
  terminal.close()
  if (answer.trim().toLowerCase() !== 'yes') throw new UsageError('Nothing was changed.')
}

async function isSuperAdmin(store: Storage, { parts }: ArchiveManifest): Promise<boolean> {
  const part = parts.find(({ name }) => name === 'identity')
  if (!part) return false
  for await (const rows of readPart<ArchivedRow>(store, part))
    if (rows.some(({ table, row }) => table === 'users' && row['role'] === 'super_admin')) return true
  return false
}
