import { type Env, processEnv } from '@daymark/platform'
import { backupNow } from './backups/now.ts'
import { backupOf, emailOf, manifestsOf, newestOf, type Place, placeOf } from './backups/place.ts'
import { rehearse } from './backups/rehearse.ts'
import { restoreEverything, restoreFor } from './backups/restore.ts'
import { damageOf } from './backups/verify.ts'
import { UsageError } from './services.ts'

const USAGE = `Say daymark backups
  list [<email>]                                what there is
  verify [<email> [<backup>]]                   read all of it and compare (default: the newest of everybody)
  restore everything                            all accounts, into an empty installation
  restore account <email> [<backup>]            what is missing of an account, or the account
  restore album <email> <title> [<backup>]
  restore photo <email> <file name> [<backup>]
  rehearse                                      everything into a scratch database and folder, compared, thrown away
  now [<email>]                                 make backups at once
and, at the end of each, from offsite: the store elsewhere.`

/** docs/operations/backup.md. The exit code is 1 where something is damaged or could not be brought back. */
export async function backups(given: string[]): Promise<void> {
  const isNamed = given.at(-2) === 'from'
  const [words, target = 'backup'] = isNamed ? [given.slice(0, -2), given.at(-1)] : [given]
  const wrong = await run(words, target)
  if (wrong > 0) throw new UsageError(`${wrong} things are not as they should be: see above.`)
}

const verbs: Record<string, (env: Env, place: Place, words: string[]) => Promise<number>> = {
  list: (_, place, [who]) => list(place, who),
  verify: (_, place, words) => verify(place, words),
  restore,
  now: (env, place, [who]) => backupNow(env, place, who).then(() => 0),
}

async function run([verb = '', ...rest]: string[], target: string): Promise<number> {
  const env = processEnv()
  if (verb === 'rehearse') return rehearse(env, target)
  const work = verbs[verb]
  if (!work) throw new UsageError(USAGE)
  return work(env, placeOf(env, target), rest)
}

async function restore(env: Env, place: Place, words: string[]): Promise<number> {
  const [kind = ''] = words
  if (kind === 'everything') return restoreEverything(env, place)
  const needed = { account: 2, album: 3, photo: 3 }[kind]
  if (needed === undefined || words.length < needed) throw new UsageError(USAGE)
  return restoreFor(env, place, words)
}

async function list({ store }: Place, who?: string): Promise<number> {
  const all = await manifestsOf(store, who && (await backupOf(store, who)).userId)
  const emails = new Map<string, string>()
  for (const newest of newestOf(all)) emails.set(newest.userId, await emailOf(store, newest))
  for (const { archive, at, userId, counts } of all)
    console.log(`${at}  ${archive}  ${emails.get(userId)}  ${counts.photos} photos, ${counts.bytes} bytes`)
  if (all.length === 0) console.log('No backups.')
  return 0
}

async function verify(place: Place, [who, backupId]: string[]): Promise<number> {
  const wanted = who ? [await backupOf(place.store, who, backupId)] : newestOf(await manifestsOf(place.store))
  let wrong = 0
  for (const manifest of wanted) {
    const damaged = await damageOf(place, manifest)
    wrong += damaged.length
    const { archive, at, counts } = manifest
    const says = damaged.length === 0 ? 'is as it was written' : `DAMAGED: ${damaged.length}`
    console.log(`${at}  ${archive}  ${await emailOf(place.store, manifest)}  ${counts.photos} photos  ${says}`)
    for (const key of damaged) console.log(`  ${key}`)
  }
  return wrong
}
