import { EncryptionConfig, StorageConfig } from '@daymark/gateway'
import { photosToEncrypt } from '@daymark/media'
import { type Env, loadConfig, processEnv, withDatabase } from '@daymark/platform'
import { countByKey, KeyRing, openStorage, rotate, type Rotated } from '@daymark/storage'
import { UsageError } from './services.ts'

/** Objects between two lines of progress. */
const TOLD_EVERY = 10_000
/** Damaged objects that are named. */
const NAMED = 20

/** `status` counts objects by key; `rotate` wraps all data keys with the newest (docs/operations/encryption.md). */
export async function encryption([verb]: string[]): Promise<void> {
  const env = processEnv()
  if (verb === 'status') return status(env)
  if (verb === 'rotate') return rotateAll(env)
  throw new UsageError('Say daymark encryption status, or daymark encryption rotate.')
}

async function status(env: Env): Promise<void> {
  const { ring, storage } = open(env)
  const counts = await countByKey(storage)
  const waiting = await withDatabase(env, { service: 'media' }, photosToEncrypt)
  for (const { id } of ring.keys)
    console.log(`key ${id}${id === ring.newest?.id ? ' (newest)' : ''}: ${counts.get(id) ?? 0} objects`)
  for (const [id, count] of counts)
    if (!ring.find(id)) console.log(`key ${id}, which is MISSING: ${count} objects that nobody can read`)
  if (!ring.newest) console.log('No key: DAYMARK_ENCRYPTION_KEYS is not set.')
  console.log(`Photos of plans with encryption that are still plain: ${waiting}.`)
}

async function rotateAll(env: Env): Promise<void> {
  const { ring, storage } = open(env)
  if (!ring.newest) throw new UsageError('There is no key: set DAYMARK_ENCRYPTION_KEYS.')
  const done = await rotate(storage, sofar => {
    const looked = seen(sofar)
    if (looked % TOLD_EVERY === 0) console.log(`${looked} objects …`)
  })
  console.log(`Key ${ring.newest.id}: ${done.rewrapped} objects wrapped anew, ${done.kept} had it already.`)
  if (done.unreadable.length === 0) return
  console.log(`${done.unreadable.length} objects could not be opened: damaged, or their key is not in the setting.`)
  for (const key of done.unreadable.slice(0, NAMED)) console.log(`  ${key}`)
  process.exitCode = 1
}

const seen = ({ rewrapped, kept, unreadable }: Rotated): number => rewrapped + kept + unreadable.length

function open(env: Env) {
  const { keys } = loadConfig(EncryptionConfig, env)
  return { ring: KeyRing.from(keys), storage: openStorage(loadConfig(StorageConfig, env), { keys }) }
}
