import {
  recordExistingBackup,
  isDamageError,
  requestRestore,
  restoreAccount,
  type RestoreSelection,
} from '@daymark/admin'
import type { ArchiveManifest } from '@daymark/contracts'
import { createScratchDatabase, type Env, readInstallationId, migrate, withDatabase } from '@daymark/platform'
import { StoreMark } from '@daymark/storage'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadServices, UsageError } from '../services.ts'
import { DirectAccounts } from './direct-accounts.ts'
import {
  type BackupLocation,
  describeBackup,
  findBackup,
  findManifests,
  selectNewestPerAccount,
  openBackupLocation,
  readEmail,
  selectNewestReadable,
} from './location.ts'
import { confirmSuperAdmins, findTrustedBackups, type RestoreOptions } from './trust.ts'
import { compareWithBackup } from './verify.ts'

/**
 * Restores all accounts that have a backup. Existing rows are not changed. Returns the number of files and accounts that could not be
 * restored.
 */
export async function restoreEverything(env: Env, location: BackupLocation, options: RestoreOptions): Promise<number> {
  const trustedBackups = await findTrustedBackups(env, location, options)
  if (trustedBackups.length === 0) throw new UsageError('This store contains no backups.')
  const selectedBackups = await selectNewestReadable(location.store, trustedBackups)
  let lostCount = 0
  await DirectAccounts.withDatabases(env, location, async accounts => {
    await confirmSuperAdmins(location, await accounts.filterNonexistentAccounts(selectedBackups), options)
    await location.storage.ready()
    await withDatabase(env, { service: 'library' }, async db =>
      new StoreMark(location.storage).registerInstallation(await readInstallationId(db)),
    )
    for (const manifest of selectedBackups) lostCount += await restoreOrReport(accounts, location, manifest)
  })
  await withDatabase(env, { service: 'admin' }, async db => {
    for (const manifest of trustedBackups)
      await recordExistingBackup(db, location.store, location.target, manifest).catch((error: unknown) => {
        if (!isDamageError(error)) throw error
      })
  })
  const accountCount = new Set(trustedBackups.map(({ userId }) => userId)).size
  if (lostCount === 0) console.log(`Restored everything of ${accountCount} account${accountCount === 1 ? '' : 's'}.`)
  return lostCount
}

/**
 * Restores one account and returns the number of lost files. If the account cannot be restored, prints a message and returns 1 instead of
 * throwing, so that the other accounts are still restored.
 */
async function restoreOrReport(
  accounts: DirectAccounts,
  location: BackupLocation,
  manifest: ArchiveManifest,
): Promise<number> {
  try {
    return await importAccount(accounts, location, manifest)
  } catch (error) {
    if (!isDamageError(error)) throw error
    console.log(`${await readEmail(location.store, manifest)}: LOST, no backup of this account is complete`)
    return 1
  }
}

async function importAccount(
  accounts: DirectAccounts,
  location: BackupLocation,
  manifest: ArchiveManifest,
): Promise<number> {
  const { rows, files, lostHashes } = await restoreAccount(accounts, { ...location, manifest })
  const { photos, albums } = manifest.counts
  const email = await readEmail(location.store, manifest)
  console.log(
    `${email}: ${photos} photos, ${albums} albums of ${describeBackup(manifest)}; ${rows} rows and ${files} files were missing and are restored.`,
  )
  for (const sha256 of lostHashes) console.log(`${email}: LOST, the backup has no valid copy of the file ${sha256}`)
  return lostHashes.length
}

/**
 * Restores a whole account if it does not exist, else its missing photos and albums. Returns the number of items that could not be
 * restored.
 */
export async function restoreOneAccount(
  env: Env,
  location: BackupLocation,
  [kind = '', account = '', ...operands]: string[],
  options: RestoreOptions,
): Promise<number> {
  const [name = '', backupId] = kind === 'account' ? ['', operands[0]] : operands
  const accountBackups = await findTrustedBackups(env, location, options, {
    account,
    isBackupNamed: backupId !== undefined,
  })
  const manifest = await findBackup(location.store, accountBackups, account, backupId)
  const [nonexistent] = await DirectAccounts.withDatabases(env, location, accounts =>
    accounts.filterNonexistentAccounts([manifest]),
  )
  if (!nonexistent) return restoreMissing(env, location, manifest, toRestoreSelection(kind, name))
  if (kind === 'account') {
    await confirmSuperAdmins(location, [manifest], options)
    return DirectAccounts.withDatabases(env, location, accounts => importAccount(accounts, location, manifest))
  }
  throw new UsageError(
    `${account} has no account in this installation. Restore it first with daymark backups restore account.`,
  )
}

function toRestoreSelection(kind: string, name: string): RestoreSelection {
  if (kind === 'album') return { album: name }
  return kind === 'photo' ? { photo: name } : null
}

async function restoreMissing(
  env: Env,
  { target }: BackupLocation,
  manifest: ArchiveManifest,
  selection: RestoreSelection,
): Promise<number> {
  console.log('Restoring missing items …')
  const result = await withDatabase(env, { service: 'admin' }, db => requestRestore(db, manifest, target, selection))
  if (!result) throw new UsageError('A restore is already running for this account.')
  const { state, photos, restored, missing, problem } = result
  console.log([`${restored} of ${photos ?? 0} missing photos restored.`, problem ?? ''].join(' ').trim())
  return missing + (state === 'failed' ? 1 : 0)
}

/** Restores everything to a temporary database and folder, and compares the result with the backups. Returns the number of differences. */
export async function rehearseRestore(env: Env, target: string): Promise<number> {
  const startMs = performance.now()
  const folder = await mkdtemp(join(tmpdir(), 'daymark-rehearsal-'))
  const database = await createScratchDatabase(env)
  // the rehearsal uses the database server of the installation, but neither its bus nor its photo store
  const { DAYMARK_NATS_URL: _, ...envWithoutBus } = env
  const scratchEnv = {
    ...envWithoutBus,
    DAYMARK_DATABASE_URL: database.url,
    DAYMARK_STORAGE_DRIVER: 'folder',
    DAYMARK_STORAGE_DIR: folder,
  }
  try {
    await migrate(await loadServices(['all']), scratchEnv)
    const location = openBackupLocation(scratchEnv, target)
    let differences = await restoreEverything(scratchEnv, location, { 'with-super-admins': true })
    for (const manifest of selectNewestPerAccount((await findManifests(location)).manifests))
      differences += await compareWithBackup(scratchEnv, location, manifest)
    const seconds = Math.ceil((performance.now() - startMs) / 1000)
    if (differences === 0)
      console.log(`Rehearsal finished in ${seconds} s: everything was restored without differences and removed again.`)
    return differences
  } finally {
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
}
