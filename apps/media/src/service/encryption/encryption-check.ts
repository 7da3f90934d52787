import type { Check } from '@daymark/platform'
import { type EncryptionSettings, KeyRing } from '@daymark/storage'

export const NO_KEY =
  'encryption at rest: no key: uploads of plans with encryption are refused; set DAYMARK_ENCRYPTION_KEYS (docs/operations/encryption.md)'

/** For `daymark doctor` and the page of the system. Plans without encryption do without keys. */
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
