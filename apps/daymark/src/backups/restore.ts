import { backupCommands } from '@daymark/admin'
import type { ArchiveManifest } from '@daymark/contracts'
import { type Env, installationId, withDatabase } from '@daymark/platform'
import { StoreMark } from '@daymark/storage'
import { UsageError } from '../services.ts'
import { DirectAccounts } from './direct-accounts.ts'
import { backupOf, bestOf, emailOf, numberOf, type Place } from './place.ts'
import { confirmSuperAdmins, type RestoreOptions, trustedBackups } from './trust.ts'

const { adoptBackup, isDamage, requestRestore, restoreAccount } = backupCommands

/** Every account that has a backup, as it was. Accounts that there are stay as they are. */
export async function restoreEverything(env: Env, place: Place, options: RestoreOptions): Promise<number> {
  const all = await trustedBackups(env, place, options)
  if (all.length === 0) throw new UsageError('This store contains no backups.')
  const best = await bestOf(place.store, all)
  let lost = 0
  await DirectAccounts.with(env, place, async accounts => {
    await confirmSuperAdmins(place, await accounts.unknown(best), options)
    await place.storage.ready()
    await withDatabase(env, { service: 'library' }, async db =>
      new StoreMark(place.storage).enter(await installationId(db)),
    )
    for (const manifest of best) lost += await restoreOrTell(accounts, place, manifest)
  })
  await withDatabase(env, { service: 'admin' }, async db => {
    for (const manifest of all)
      await adoptBackup(db, place.store, place.target, manifest).catch((error: unknown) => {
        if (!isDamage(error)) throw error
      })
  })
  const accounts = new Set(all.map(({ userId }) => userId)).size
  if (lost === 0) console.log(`Restored everything of ${accounts} account${accounts === 1 ? '' : 's'}.`)
  return lost
}

/** What is wrong with one account keeps nothing from the others. */
async function restoreOrTell(accounts: DirectAccounts, place: Place, manifest: ArchiveManifest): Promise<number> {
  try {
    return await restoreOne(accounts, place, manifest)
  } catch (error) {
    if (!isDamage(error)) throw error
    console.log(`${await emailOf(place.store, manifest)}: LOST, no backup of this account is complete`)
    return 1
  }
}

async function restoreOne(accounts: DirectAccounts, place: Place, manifest: ArchiveManifest): Promise<number> {
  const { rows, files, lost } = await restoreAccount(accounts, { ...place, manifest })
  const { photos, albums } = manifest.counts
  const email = await emailOf(place.store, manifest)
  console.log(
    `${email}: ${photos} photos, ${albums} albums of ${numberOf(manifest)}; ${rows} rows and ${files} files were missing and are back.`,
  )
  for (const sha256 of lost) console.log(`${email}: LOST, the backup has no valid copy of the file ${sha256}`)
  return lost.length
}

/** What is missing of an account that there is, or the whole account where there is none. */
export async function restoreFor(
  env: Env,
  place: Place,
  [kind = '', who = '', ...rest]: string[],
  options: RestoreOptions,
): Promise<number> {
  const [name = '', backupId] = kind === 'account' ? ['', rest[0]] : rest
  const all = await trustedBackups(env, place, options, { who, isNamed: backupId !== undefined })
  const manifest = await backupOf(place.store, all, who, backupId)
  const [unknown] = await DirectAccounts.with(env, place, accounts => accounts.unknown([manifest]))
  if (!unknown) return bringMissing(env, place, manifest, wantedOf(kind, name))
  if (kind === 'account') {
    await confirmSuperAdmins(place, [manifest], options)
    return DirectAccounts.with(env, place, accounts => restoreOne(accounts, place, manifest))
  }
  throw new UsageError(
    `${who} has no account in this installation. Restore it first with daymark backups restore account.`,
  )
}

function wantedOf(kind: string, name: string): backupCommands.Wanted {
  if (kind === 'album') return { album: name }
  return kind === 'photo' ? { photo: name } : null
}

async function bringMissing(
  env: Env,
  { target }: Place,
  manifest: ArchiveManifest,
  wanted: backupCommands.Wanted,
): Promise<number> {
  console.log('Restoring missing items …')
  const ended = await withDatabase(env, { service: 'admin' }, db => requestRestore(db, manifest, target, wanted))
  if (!ended) throw new UsageError('A restore is already running for this account.')
  const { state, photos, restored, missing, problem } = ended
  console.log([`${restored} of ${photos ?? 0} missing photos restored.`, problem ?? ''].join(' ').trim())
  return missing + (state === 'failed' ? 1 : 0)
}
