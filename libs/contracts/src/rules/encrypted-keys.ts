/** Suffix of the keys of encrypted objects. */
const ENCRYPTED_SUFFIX = '.dm1'

export const isEncrypted = (key: string): boolean => key.endsWith(ENCRYPTED_SUFFIX)
/** Key of the encrypted object for a plain or encrypted key. */
export const encryptedKey = (key: string): string => (isEncrypted(key) ? key : key + ENCRYPTED_SUFFIX)
/** Key of the plain object for a plain or encrypted key. */
export const plainKey = (key: string): string => (isEncrypted(key) ? key.slice(0, -ENCRYPTED_SUFFIX.length) : key)
/** Both possible keys of an object. */
export const plainAndEncryptedKey = (key: string): [string, string] => [plainKey(key), encryptedKey(key)]
/** Key for an object derived from `source`, which is encrypted if `source` is. */
export const keyEncryptedLike = (source: string, key: string): string => (isEncrypted(source) ? encryptedKey(key) : key)
