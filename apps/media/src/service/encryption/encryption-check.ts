import type { Check, Database } from '@daymark/platform'
import { type EncryptionSettings, KeyRing } from '@daymark/storage'

export const NO_KEY =
  'encryption at rest: no key: uploads of plans with encryption are refused; set DAYMARK_ENCRYPTION_KEYS (docs/operations/encryption.md)'

/** Checks the keys for `daymark doctor` and the System page. Without keys Daymark cannot encrypt, even if a plan includes encryption. */
export function encryptionCheck({ keys: setting }: EncryptionSettings): Check {
  const { keys, newest } = KeyRing.from(setting)
  const ids = keys.map(({ id }) => id).join(', ')
  return {
    name: 'encryption at rest',
    ok: newest !== undefined,
    needed: false,
    says: newest ? `new objects take the key ${newest.id}; keys: ${ids}` : NO_KEY.replace(/^[^:]*: /, ''),
  }
}

const COUNT_LIMIT = 100_000
const SQL = `
  SELECT count(*) AS photos FROM (
    SELECT FROM plans JOIN renditions ON owner_id = user_id
    WHERE tier <> 'starter' AND plans.status IN ('active', 'trialing', 'past_due')
      AND renditions.status IN ('ready', 'failed') AND object_key NOT LIKE '%.dm1' LIMIT ${COUNT_LIMIT}) AS waiting`

/** Returns the number of photos with plain files although the plan of their owner includes encryption. */
export async function photosToEncrypt(db: Database): Promise<number> {
  const [row] = await db.sql<{ photos: string }>(SQL)
  return Number(row?.photos)
}
