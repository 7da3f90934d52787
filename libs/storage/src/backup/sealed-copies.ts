import { encryptedKey, plainAndEncryptedKey, plainKey } from '@daymark/contracts'
import { ObjectDamaged } from '../encryption/errors.ts'
import {
  type ByteRange,
  type ObjectEntry,
  ObjectMissing,
  type ObjectStat,
  type Pieces,
  type PutBody,
  type PutOptions,
  Storage,
} from '../storage.ts'
import { backupKeys } from './keys.ts'

/** Rows of a backup lie unencrypted where there is a key: written before there was one, or by someone who has none. */
export class PlainObjectRefused extends ObjectDamaged {
  override name = 'PlainObjectRefused'
  constructor(key: string) {
    super(key)
    this.message = `${key} is not encrypted although there are encryption keys`
  }
}

/**
 * A store of copies in which everything is encrypted that is written while there is a key: rows tell more of a person than photos do.
 * Callers use plain keys. With a key, unencrypted rows are refused unless `acceptPlain`. Unencrypted files are accepted: their names
 * are their hashes, and every reader compares them with a list that is authenticated.
 */
export class SealedCopies extends Storage {
  private readonly acceptPlain: boolean
  constructor(
    private readonly inner: Storage,
    { acceptPlain }: { acceptPlain: boolean },
  ) {
    super()
    this.acceptPlain = acceptPlain
  }

  put(key: string, body: PutBody, options?: PutOptions): Promise<{ size: number }> {
    return this.inner.put(this.inner.canEncrypt ? encryptedKey(key) : key, body, options)
  }
  get(key: string, range?: ByteRange): Promise<Pieces> {
    return this.either(key, name => this.inner.get(name, range))
  }
  stat(key: string): Promise<ObjectStat> {
    return this.either(key, name => this.inner.stat(name))
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
  override rewriteHead(key: string, steps: Uint8Array[]): Promise<void> {
    return this.inner.rewriteHead(encryptedKey(key), steps)
  }

  private async either<T>(key: string, work: (name: string) => Promise<T>): Promise<T> {
    const [first, second] = this.inner.canEncrypt ? [encryptedKey(key), key] : [key, encryptedKey(key)]
    try {
      return await work(first)
    } catch (error) {
      if (!(error instanceof ObjectMissing)) throw error
      if (this.inner.canEncrypt && !this.acceptPlain && key.startsWith(backupKeys.all)) {
        await this.inner.stat(second)
        throw new PlainObjectRefused(key)
      }
      return work(second)
    }
  }
}
