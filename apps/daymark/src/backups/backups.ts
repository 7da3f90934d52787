import { parseArgs } from 'node:util'
import { type Env, explainError, processEnv } from '@daymark/platform'
import { backUpAndWait } from './back-up-now.ts'
import {
  findBackup,
  readEmail,
  findManifests,
  selectNewestPerAccount,
  type BackupLocation,
  openBackupLocation,
} from './location.ts'
import { rehearseRestore, restoreEverything, restoreOneAccount } from './restore.ts'
import { RESTORE_OPTIONS, type RestoreOptions, findMissingNewerBackups } from './trust.ts'
import { findDamagedObjects } from './verify.ts'
import { UsageError } from '../services.ts'

const USAGE = `Usage: daymark backups
  list [<email>]                                list backups
  verify [<email> [<backup>]]                   read and compare all files (default: the newest backup of each account)
  restore everything                            all accounts, into an empty installation
  restore account <email> [<backup>]            the account, or what is missing in it
  restore album <email> <title> [<backup>]
  restore photo <email> <file name> [<backup>]
  rehearse                                      restore everything to a temporary database and folder, and compare
  now [<email>]                                 create backups now
Append "from offsite" to any command to use the off-site store.

Options of restore:
  --with-super-admins      restore accounts with the role super_admin without asking
  --skip-refused           skip backups that cannot be trusted
  --installation <id>      restore only this installation, if the store holds several
  --accept-older           restore although a newer backup is missing from the store`

/**
 * Runs `daymark backups` (docs/operations/backup.md). Throws if a backup is damaged or something could not be restored, so that the exit
 * code is 1.
 */
export async function runBackupsCommand(args: string[]): Promise<void> {
  const { positionals, values } = parseArguments(args)
  const hasTarget = positionals.at(-2) === 'from'
  const [operands, target = 'backup'] = hasTarget ? [positionals.slice(0, -2), positionals.at(-1)] : [positionals]
  const problemCount = await runSubcommand(operands, target, values)
  if (problemCount > 0) throw new UsageError(`${problemCount} problems found, see above.`)
}

function parseArguments(args: string[]) {
  try {
    return parseArgs({ args, options: RESTORE_OPTIONS, allowPositionals: true })
  } catch {
    throw new UsageError(USAGE)
  }
}

/** Runs one subcommand and returns the number of problems. */
async function runSubcommand(
  [subcommand = '', ...operands]: string[],
  target: string,
  options: RestoreOptions,
): Promise<number> {
  const env = processEnv()
  if (subcommand === 'rehearse') return rehearseRestore(env, target)
  if (!['list', 'verify', 'restore', 'now'].includes(subcommand)) throw new UsageError(USAGE)
  const location = openBackupLocation(env, target)
  if (subcommand === 'list') return listBackups(location, operands[0])
  if (subcommand === 'verify') return verifyBackups(env, location, operands)
  if (subcommand === 'restore') return restoreBackups(env, location, operands, options)
  await backUpAndWait(env, location, operands[0])
  return 0
}

async function restoreBackups(
  env: Env,
  location: BackupLocation,
  operands: string[],
  options: RestoreOptions,
): Promise<number> {
  const [kind = ''] = operands
  if (kind === 'everything') return restoreEverything(env, location, options)
  const minOperands = { account: 2, album: 3, photo: 3 }[kind]
  if (minOperands === undefined || operands.length < minOperands) throw new UsageError(USAGE)
  return restoreOneAccount(env, location, operands, options)
}

async function listBackups(location: BackupLocation, account?: string): Promise<number> {
  const { store } = location
  const { manifests, refusedCount } = await findManifests(location, account)
  const accountId = account && (await findBackup(store, manifests, account)).userId
  const listedManifests = accountId ? manifests.filter(({ userId }) => userId === accountId) : manifests
  const emailByUser = new Map<string, string>()
  for (const newest of selectNewestPerAccount(listedManifests))
    emailByUser.set(newest.userId, await readEmail(store, newest))
  for (const { archive, at, userId, counts, sequence } of listedManifests)
    console.log(
      `${at}  ${archive}  number ${sequence ?? '-'}  ${emailByUser.get(userId)}  ${counts.photos} photos, ${counts.bytes} bytes`,
    )
  if (listedManifests.length === 0) console.log('No backups.')
  return refusedCount
}

async function verifyBackups(env: Env, location: BackupLocation, [account, backupId]: string[]): Promise<number> {
  const { manifests, refusedCount } = await findManifests(location, account)
  const selected = account
    ? [await findBackup(location.store, manifests, account, backupId)]
    : selectNewestPerAccount(manifests)
  const missingBackupMessages = await findMissingNewerBackups(env, location, manifests, account).catch(
    (error: unknown) => {
      console.log(`Missing newer backups cannot be detected without the database: ${explainError(error)}`)
      return []
    },
  )
  for (const message of missingBackupMessages) console.log(message)
  let problemCount = refusedCount + missingBackupMessages.length
  for (const manifest of selected) {
    const damaged = await findDamagedObjects(location, manifest)
    problemCount += damaged.length
    const { archive, at, counts, sequence } = manifest
    const result = damaged.length === 0 ? 'unchanged' : `DAMAGED: ${damaged.length}`
    const email = await readEmail(location.store, manifest)
    console.log(`${at}  ${archive}  number ${sequence ?? '-'}  ${email}  ${counts.photos} photos  ${result}`)
    for (const key of damaged) console.log(`  ${key}`)
  }
  return problemCount
}
