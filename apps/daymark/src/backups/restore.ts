import { backupCommands } from '@daymark/admin'
import type { ArchiveManifest } from '@daymark/contracts'
import { type Env, installationId, withDatabase } from '@daymark/platform'
import { StoreMark } from '@daymark/storage'
import { UsageError } from '../services.ts'
import { DirectAccounts } from './direct-accounts.ts'
import { backupOf, bestOf, emailOf, numberOf, type BackupLocation } from './location.ts'
import { confirmSuperAdmins, type RestoreOptions, trustedBackups } from './trust.ts'

const { adoptBackup, isDamageError, requestRestore, restoreAccount } = backupCommands

/** Restores all accounts that have a backup. Existing accounts are not changed. */
export async function restoreEverything(env: Env, location: BackupLocation, options: RestoreOptions): Promise<number> {
  const all = await trustedBackups(env, location, options)
  if (all.length === 0) throw new UsageError('This store contains no backups.')
  const best = await bestOf(location.store, all)
  let lost = 0
  await DirectAccounts.withDatabases(env, location, async accounts => {
    await confirmSuperAdmins(location, await accounts.findUnknown(best), options)
    await location.storage.ready()
    await withDatabase(env, { service: 'library' }, async db =>
      new StoreMark(location.storage).enter(await installationId(db)),
    )
    for (const manifest of best) lost += await restoreOrReport(accounts, location, manifest)
  })
  await withDatabase(env, { service: 'admin' }, async db => {
    for (const manifest of all)
      await adoptBackup(db, location.store, location.target, manifest).catch((error: unknown) => {
        if (!isDamageError(error)) throw error
      })
  })
  const accounts = new Set(all.map(({ userId }) => userId)).size
  if (lost === 0) console.log(`Restored everything of ${accounts} account${accounts === 1 ? '' : 's'}.`)
  return lost
}

/** Reports an account that cannot be restored and continues with the others. */
async function restoreOrReport(
  accounts: DirectAccounts,
  location: BackupLocation,
  manifest: ArchiveManifest,
): Promise<number> {
  try {
    return await restoreOne(accounts, location, manifest)
  } catch (error) {
    if (!isDamageError(error)) throw error
    console.log(`${await emailOf(location.store, manifest)}: LOST, no backup of this account is complete`)
    return 1
  }
}

async function restoreOne(
  accounts: DirectAccounts,
  location: BackupLocation,
  manifest: ArchiveManifest,
): Promise<number> {
  const { rows, files, lost } = await restoreAccount(accounts, { ...location, manifest })
  const { photos, albums } = manifest.counts
  const email = await emailOf(location.store, manifest)
  console.log(
    `${email}: ${photos} photos, ${albums} albums of ${numberOf(manifest)}; ${rows} rows and ${files} files were missing and are restored.`,
  )
  for (const sha256 of lost) console.log(`${email}: LOST, the backup has no valid copy of the file ${sha256}`)
  return lost.length
}

/** Restores the missing items of an existing account, or a whole account. */
export async function restoreFor(
  env: Env,
  location: BackupLocation,
  [kind = '', account = '', ...rest]: string[],
  options: RestoreOptions,
): Promise<number> {
  const [name = '', backupId] = kind === 'account' ? ['', rest[0]] : rest
  const all = await trustedBackups(env, location, options, { who: account, isNamed: backupId !== undefined })
  const manifest = await backupOf(location.store, all, account, backupId)
  const [unknown] = await DirectAccounts.withDatabases(env, location, accounts => accounts.findUnknown([manifest]))
  if (!unknown) return restoreMissing(env, location, manifest, selectionOf(kind, name))
  if (kind === 'account') {
    await confirmSuperAdmins(location, [manifest], options)
    return DirectAccounts.withDatabases(env, location, accounts => restoreOne(accounts, location, manifest))
  }
  throw new UsageError(
    `${account} has no account in this installation. Restore it first with daymark backups restore account.`,
  )
}

function selectionOf(kind: string, name: string): backupCommands.RestoreSelection {
  if (kind === 'album') return { album: name }
  return kind === 'photo' ? { photo: name } : null
}

async function restoreMissing(
  env: Env,
  { target }: BackupLocation,
  manifest: ArchiveManifest,
  selection: backupCommands.RestoreSelection,
): Promise<number> {
  console.log('Restoring missing items …')
  const ended = await withDatabase(env, { service: 'admin' }, db => requestRestore(db, manifest, target, selection))
  if (!ended) throw new UsageError('A restore is already running for this account.')
  const { state, photos, restored, missing, problem } = ended
  console.log([`${restored} of ${photos ?? 0} missing photos restored.`, problem ?? ''].join(' ').trim())
  return missing + (state === 'failed' ? 1 : 0)
}
