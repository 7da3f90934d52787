import { parseArgs } from 'node:util'
import { type Env, explain, processEnv } from '@daymark/platform'
import { backupNow } from './now.ts'
import { backupOf, emailOf, manifestsOf, newestOf, type BackupLocation, backupLocation } from './location.ts'
import { rehearse } from './rehearse.ts'
import { restoreEverything, restoreFor } from './restore.ts'
import { RESTORE_OPTIONS, type RestoreOptions, rolledBack } from './trust.ts'
import { damageOf } from './verify.ts'
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

/** See docs/operations/backup.md. The exit code is 1 if something is damaged or could not be restored. */
export async function backups(args: string[]): Promise<void> {
  const { positionals, values } = parsed(args)
  const isNamed = positionals.at(-2) === 'from'
  const [words, target = 'backup'] = isNamed ? [positionals.slice(0, -2), positionals.at(-1)] : [positionals]
  const wrong = await run(words, target, values)
  if (wrong > 0) throw new UsageError(`${wrong} problems found, see above.`)
}

function parsed(args: string[]) {
  try {
    return parseArgs({ args, options: RESTORE_OPTIONS, allowPositionals: true })
  } catch {
    throw new UsageError(USAGE)
  }
}

async function run([verb = '', ...words]: string[], target: string, options: RestoreOptions): Promise<number> {
  const env = processEnv()
  if (verb === 'rehearse') return rehearse(env, target)
  if (!['list', 'verify', 'restore', 'now'].includes(verb)) throw new UsageError(USAGE)
  const location = backupLocation(env, target)
  if (verb === 'list') return list(location, words[0])
  if (verb === 'verify') return verify(env, location, words)
  if (verb === 'restore') return restore(env, location, words, options)
  await backupNow(env, location, words[0])
  return 0
}

async function restore(env: Env, location: BackupLocation, words: string[], options: RestoreOptions): Promise<number> {
  const [kind = ''] = words
  if (kind === 'everything') return restoreEverything(env, location, options)
  const needed = { account: 2, album: 3, photo: 3 }[kind]
  if (needed === undefined || words.length < needed) throw new UsageError(USAGE)
  return restoreFor(env, location, words, options)
}

async function list(location: BackupLocation, account?: string): Promise<number> {
  const { store } = location
  const { manifests, refused } = await manifestsOf(location, account)
  const owner = account && (await backupOf(store, manifests, account)).userId
  const all = owner ? manifests.filter(({ userId }) => userId === owner) : manifests
  const emails = new Map<string, string>()
  for (const newest of newestOf(all)) emails.set(newest.userId, await emailOf(store, newest))
  for (const { archive, at, userId, counts, sequence } of all)
    console.log(
      `${at}  ${archive}  number ${sequence ?? '-'}  ${emails.get(userId)}  ${counts.photos} photos, ${counts.bytes} bytes`,
    )
  if (all.length === 0) console.log('No backups.')
  return refused
}

async function verify(env: Env, location: BackupLocation, [account, backupId]: string[]): Promise<number> {
  const { manifests, refused } = await manifestsOf(location, account)
  const selected = account ? [await backupOf(location.store, manifests, account, backupId)] : newestOf(manifests)
  const older = await rolledBack(env, location, manifests, account).catch((error: unknown) => {
    console.log(`Missing newer backups cannot be detected without the database: ${explain(error)}`)
    return []
  })
  for (const sentence of older) console.log(sentence)
  let wrong = refused + older.length
  for (const manifest of selected) {
    const damaged = await damageOf(location, manifest)
    wrong += damaged.length
    const { archive, at, counts, sequence } = manifest
    const result = damaged.length === 0 ? 'unchanged' : `DAMAGED: ${damaged.length}`
    const email = await emailOf(location.store, manifest)
    console.log(`${at}  ${archive}  number ${sequence ?? '-'}  ${email}  ${counts.photos} photos  ${result}`)
    for (const key of damaged) console.log(`  ${key}`)
  }
  return wrong
}
