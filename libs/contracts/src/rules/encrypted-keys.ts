/** Keys of encrypted objects end so: nobody has to ask whether one is. */
const SUFFIX = '.dm1'

export const isEncrypted = (key: string): boolean => key.endsWith(SUFFIX)
/** The key under which an object lies encrypted, whichever way it lies now. */
export const encryptedKey = (key: string): string => (isEncrypted(key) ? key : key + SUFFIX)
/** The same without encryption: what an object is called either way. */
export const plainKey = (key: string): string => (isEncrypted(key) ? key.slice(0, -SUFFIX.length) : key)
/** Whatever way it lies. */
export const plainAndEncryptedKey = (key: string): [string, string] => [plainKey(key), encryptedKey(key)]
/** What is made of an object is encrypted as that is. */
export const keyEncryptedLike = (source: string, key: string): string => (isEncrypted(source) ? encryptedKey(key) : key)
