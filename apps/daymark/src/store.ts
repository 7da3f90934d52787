import { StorageConfig } from '@daymark/gateway'
import { hasNoPhotos, findUnregisteredKeys } from '@daymark/library'
import {
  runCheck,
  type Check,
  type Env,
  readInstallationId,
  loadConfig,
  processEnv,
  withDatabase,
} from '@daymark/platform'
import { type Installation, openStorage, type Storage, StoreMark } from '@daymark/storage'
import { UsageError } from './services.ts'

/** Maximum number of originals that are compared with the database before a store is adopted. */
const MAX_CHECKED_ORIGINALS = 1000

/**
 * Runs `daymark store adopt`: records that the photo store belongs to this database, for operators who have moved the store or the
 * database.
 */
export async function runStoreCommand(args: string[]): Promise<void> {
  const [subcommand, override] = args
  if (subcommand !== 'adopt' || (override !== undefined && override !== 'anyway'))
    throw new UsageError('Usage: daymark store adopt, or daymark store adopt anyway.')
  const env = processEnv()
  const storage = openStorage(loadConfig(StorageConfig, env))
  await storage.ready()
  const { id } = await readInstallation(env)
  const previousId = await new StoreMark(storage).owner()
  if (previousId === id) return console.log(`The store already belongs to this database (installation ${id}).`)
  const { checkedCount, registeredCount } = await checkOriginals(env, storage)
  if (checkedCount > 0 && registeredCount === 0 && override !== 'anyway')
    throw new UsageError(
      `None of the ${checkedCount} checked originals belongs to a photo of this database. After adoption, a sweep removes files without a photo. To adopt the store nevertheless, run daymark store adopt anyway.`,
    )
  await new StoreMark(storage).adopt(id)
  console.log(
    `The store now belongs to this database (installation ${id}${previousId ? `, previously ${previousId}` : ''}). ${registeredCount} of the ${checkedCount} checked originals belong to its photos.`,
  )
}

/**
 * Check of `daymark doctor`: whether the photo store belongs to this database. If it does not, the sweeps that delete unused files are
 * suspended.
 */
export async function checkStoreOwner(env: Env): Promise<Check> {
  let objection: string | undefined
  const status = await runCheck(
    'store',
    async () => {
      const mark = new StoreMark(openStorage(loadConfig(StorageConfig, env)))
      const owner = await readInstallation(env)
      objection = await mark.findObjection(owner)
      if (objection)
        return `${objection}. Sweeps are suspended. If the store or the database was moved on purpose, run daymark store adopt`
      return (await mark.owner())
        ? `belongs to this database (installation ${owner.id})`
        : 'empty; marked at the first upload'
    },
    false,
  )
  return objection ? { ...status, ok: false, needed: true } : status
}

function readInstallation(env: Env): Promise<Installation> {
  return withDatabase(env, { service: 'library' }, async db => ({
    id: await readInstallationId(db),
    isEmpty: await hasNoPhotos(db),
  }))
}

async function checkOriginals(env: Env, storage: Storage): Promise<{ checkedCount: number; registeredCount: number }> {
  const keys: string[] = []
  for await (const { key } of storage.list('originals/')) if (keys.push(key) === MAX_CHECKED_ORIGINALS) break
  const unregisteredKeys = await withDatabase(env, { service: 'library' }, db => findUnregisteredKeys(db, keys))
  return { checkedCount: keys.length, registeredCount: keys.length - unregisteredKeys.length }
}
