import type { Check, Database } from '@daymark/platform'
import { type EncryptionSettings, KeyRing } from '@daymark/storage'

export const NO_ENCRYPTION_KEY =
  'encryption at rest: no key: uploads of accounts whose plan includes encryption are rejected; set DAYMARK_ENCRYPTION_KEYS (docs/operations/encryption.md)'

/**
 * Checks the encryption keys for `daymark doctor` and the System page. Without a key, files of accounts whose plan includes encryption
 * cannot be encrypted.
 */
export function checkEncryptionKeys({ keys: setting }: EncryptionSettings): Check {
  const { keys, newest } = KeyRing.parse(setting)
  const ids = keys.map(({ id }) => id).join(', ')
  return {
    name: 'encryption at rest',
    ok: newest !== undefined,
    needed: false,
    message: newest ? `key for new objects: ${newest.id}; all keys: ${ids}` : NO_ENCRYPTION_KEY.replace(/^[^:]*: /, ''),
  }
}

const MAX_COUNTED_PHOTOS = 100_000
const COUNT_PHOTOS_TO_ENCRYPT = `
  SELECT count(*) AS photos FROM (
    SELECT FROM plans JOIN renditions ON owner_id = user_id
    WHERE tier <> 'starter' AND plans.status IN ('active', 'trialing', 'past_due')
      AND renditions.status IN ('ready', 'failed') AND object_key NOT LIKE '%.dm1' LIMIT ${MAX_COUNTED_PHOTOS}) AS waiting`

/**
 * Counts the photos that still have to be encrypted: their files are plain, and the plan of their owner includes encryption. Returns at
 * most MAX_COUNTED_PHOTOS.
 */
export async function countPhotosToEncrypt(db: Database): Promise<number> {
  const [row] = await db.sql<{ photos: string }>(COUNT_PHOTOS_TO_ENCRYPT)
  return Number(row?.photos)
}
