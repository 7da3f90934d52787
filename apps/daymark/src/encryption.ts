import { BackupConfig, OffsiteConfig } from '@daymark/admin'
import { EncryptionConfig, StorageConfig } from '@daymark/gateway'
import { countPhotosToEncrypt } from '@daymark/media'
import { type Env, loadConfig, processEnv, withDatabase } from '@daymark/platform'
import {
  countObjectsByKey,
  type EncryptedStorage,
  KeyRing,
  openEncryptedBackupStore,
  openStorage,
  rewrapAll,
  type RotationResult,
} from '@daymark/storage'
import { UsageError } from './services.ts'

/** Number of objects between two progress messages. */
const OBJECTS_PER_PROGRESS_MESSAGE = 10_000
/** Maximum number of unreadable objects that are listed. */
const MAX_LISTED_OBJECTS = 20
type NamedStore = { name: string; storage: EncryptedStorage }

/** `status` counts objects by key; `rotate` wraps all data keys with the newest key (docs/operations/encryption.md). */
export async function runEncryptionCommand([subcommand]: string[]): Promise<void> {
  const env = processEnv()
  if (subcommand === 'status') return printStatus(env)
  if (subcommand === 'rotate') return rotateKeys(env)
  throw new UsageError('Usage: daymark encryption status, or daymark encryption rotate.')
}

async function printStatus(env: Env): Promise<void> {
  const { ring, stores } = openStores(env)
  for (const { name, storage } of stores) {
    console.log(`In ${name}:`)
    const counts = await countObjectsByKey(storage)
    for (const { id } of ring.keys)
      console.log(`  key ${id}${id === ring.newest?.id ? ' (newest)' : ''}: ${counts.get(id) ?? 0} objects`)
    for (const [id, count] of counts)
      if (!ring.find(id)) console.log(`  key ${id}, which is MISSING: ${count} unreadable objects`)
  }
  if (!ring.newest) console.log('No key: DAYMARK_ENCRYPTION_KEYS is not set.')
  const unencryptedCount = await withDatabase(env, { service: 'media' }, countPhotosToEncrypt)
  console.log(`Unencrypted photos of plans with encryption: ${unencryptedCount}.`)
}

async function rotateKeys(env: Env): Promise<void> {
  const { ring, stores } = openStores(env)
  if (!ring.newest) throw new UsageError('No key is configured. Set DAYMARK_ENCRYPTION_KEYS.')
  for (const { name, storage } of stores) {
    const rotated = await rewrapAll(storage, progress => {
      const processed = countProcessed(progress)
      if (processed % OBJECTS_PER_PROGRESS_MESSAGE === 0) console.log(`${processed} objects …`)
    })
    const { rewrapped, unchanged } = rotated
    console.log(`In ${name}, key ${ring.newest.id}: ${rewrapped} objects rewrapped, ${unchanged} already used it.`)
    if (rotated.unreadable.length > 0) reportUnreadable(rotated.unreadable)
  }
}

function reportUnreadable(keys: string[]): void {
  console.log(`${keys.length} objects could not be read: they are damaged, or their key is not configured.`)
  for (const key of keys.slice(0, MAX_LISTED_OBJECTS)) console.log(`  ${key}`)
  process.exitCode = 1
}

const countProcessed = ({ rewrapped, unchanged, unreadable }: RotationResult): number =>
  rewrapped + unchanged + unreadable.length

/** Opens the photo store and the backup stores, because a key that only backups use must be counted too. */
function openStores(env: Env): { ring: KeyRing; stores: NamedStore[] } {
  const { keys } = loadConfig(EncryptionConfig, env)
  const backup = openEncryptedBackupStore(loadConfig(BackupConfig, env), { keys })
  const offsite = openEncryptedBackupStore(loadConfig(OffsiteConfig, env), { keys })
  if (!backup) console.log('No backup store is configured (DAYMARK_BACKUP_DRIVER). Backups were not checked.')
  const stores = [
    { name: 'the store', storage: openStorage(loadConfig(StorageConfig, env), { keys }) },
    ...(backup ? [{ name: 'the backups', storage: backup }] : []),
    ...(offsite ? [{ name: 'the off-site backups', storage: offsite }] : []),
  ]
  return { ring: KeyRing.parse(keys), stores }
}
