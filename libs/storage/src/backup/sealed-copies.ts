import { encryptedKey, eitherKey, plainKey } from '../encryption/names.ts'
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

/**
 * A store of copies in which everything is encrypted that is written while there is a key: rows tell more of a person than photos do.
 * Callers use plain keys; what was written before there was a key is found as well.
 */
export class SealedCopies extends Storage {
  private readonly inner: Storage
  constructor(inner: Storage) {
    super()
    this.inner = inner
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
    return this.inner.remove(keys.flatMap(key => eitherKey(key)))
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
      return work(second)
    }
  }
}
