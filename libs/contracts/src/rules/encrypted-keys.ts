/** Suffix of the keys of encrypted objects. */
const ENCRYPTED_SUFFIX = '.dm1'

export const isEncrypted = (key: string): boolean => key.endsWith(ENCRYPTED_SUFFIX)
/** Returns the key of the encrypted object. `key`: the key of the plain or the encrypted object. */
export const encryptedKey = (key: string): string => (isEncrypted(key) ? key : key + ENCRYPTED_SUFFIX)
/** Returns the key of the plain object. `key`: the key of the plain or the encrypted object. */
export const plainKey = (key: string): string => (isEncrypted(key) ? key.slice(0, -ENCRYPTED_SUFFIX.length) : key)
/** Returns the keys that an object can have: plain and encrypted. */
export const plainAndEncryptedKey = (key: string): [string, string] => [plainKey(key), encryptedKey(key)]
/** Returns the key for an object that is derived from the object `source`, and encrypted if `source` is encrypted. */
export const keyEncryptedLike = (source: string, key: string): string => (isEncrypted(source) ? encryptedKey(key) : key)
