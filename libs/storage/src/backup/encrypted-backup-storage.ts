import { plainAndEncryptedKey, encryptedKey, plainKey } from '@daymark/contracts'
import {
  type ByteRange,
  ObjectDamaged,
  type ObjectEntry,
  ObjectMissing,
  type ObjectStat,
  type ByteStream,
  type PutBody,
  type PutOptions,
  Storage,
} from '../storage.ts'

/**
 * Object keys of a backup store. The keys of an account's objects begin with their kind and the id of the account. Each photo file of an
 * account is stored once, under its hash.
 */
export const backupKeys = {
  object: (userId: string, sha256: string): string => `objects/${userId}/${sha256}`,
  part: (userId: string, backupId: string, name: string): string => `backups/${userId}/${backupId}/${name}.jsonl.gz`,
  manifest: (userId: string, backupId: string): string => `backups/${userId}/${backupId}/manifest.json`,
  accountPrefix: (userId: string): string => `backups/${userId}/`,
  prefix: 'backups/',
}

/**
 * Thrown if rows of a backup are unencrypted although encryption keys exist. They were written before the first key was created, or were
 * forged.
 */
export class UnencryptedObject extends ObjectDamaged {
  override name = 'UnencryptedObject'
  constructor(key: string) {
    super(key)
    this.message = `${key} is not encrypted although there are encryption keys`
  }
}

/**
 * A backup store that encrypts everything it writes while an encryption key exists, because rows contain personal data. Callers use object
 * keys without `.dm1`. If an encryption key exists, unencrypted rows are rejected unless `acceptUnencrypted` is true. Unencrypted photo
 * files are accepted, because readers compare the hash of each file with the signed manifest.
 */
export class EncryptedBackupStorage extends Storage {
  private readonly acceptUnencrypted: boolean
  constructor(
    private readonly inner: Storage,
    { acceptUnencrypted }: { acceptUnencrypted: boolean },
  ) {
    super()
    this.acceptUnencrypted = acceptUnencrypted
  }

  put(key: string, body: PutBody, options?: PutOptions): Promise<{ size: number }> {
    return this.inner.put(this.inner.canEncrypt ? encryptedKey(key) : key, body, options)
  }
  get(key: string, range?: ByteRange): Promise<ByteStream> {
    return this.tryBothKeys(key, storedKey => this.inner.get(storedKey, range))
  }
  stat(key: string): Promise<ObjectStat> {
    return this.tryBothKeys(key, storedKey => this.inner.stat(storedKey))
  }
  async move(from: string, to: string): Promise<void> {
    await this.put(to, await this.get(from))
    await this.remove([from])
  }
  remove(keys: string[]): Promise<void> {
    return this.inner.remove(keys.flatMap(key => plainAndEncryptedKey(key)))
  }
  async *list(prefix: string, after?: string): AsyncGenerator<ObjectEntry> {
    for await (const entry of this.inner.list(prefix, after)) yield { ...entry, key: plainKey(entry.key) }
  }
  ready(): Promise<void> {
    return this.inner.ready()
  }

  private async tryBothKeys<T>(key: string, work: (storedKey: string) => Promise<T>): Promise<T> {
    const [preferredKey, otherKey] = this.inner.canEncrypt ? [encryptedKey(key), key] : [key, encryptedKey(key)]
    try {
      return await work(preferredKey)
    } catch (error) {
      if (!(error instanceof ObjectMissing)) throw error
      if (this.inner.canEncrypt && !this.acceptUnencrypted && key.startsWith(backupKeys.prefix)) {
        await this.inner.stat(otherKey)
        throw new UnencryptedObject(key)
      }
      return work(otherKey)
    }
  }
}
