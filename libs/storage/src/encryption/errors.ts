/** An encrypted object is not what was stored under its key: changed, cut off, put together anew, or another's. Trying again does not help. */
export class ObjectDamaged extends Error {
  override name = 'ObjectDamaged'
  constructor(readonly key: string) {
    super(`the encrypted object ${key} is not what was stored there`)
  }
}

/** No key to encrypt with, or none of those that an object was encrypted with. */
export class EncryptionKeyMissing extends Error {
  override name = 'EncryptionKeyMissing'
  constructor(key: string, ids: string[]) {
    super(
      ids.length === 0
        ? `there is no key to encrypt ${key} with`
        : `${key} is encrypted with the key ${ids.join(' or ')}, which is not there`,
    )
  }
}
