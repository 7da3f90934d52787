import { isEncrypted, plainKey } from '@daymark/contracts'
import type { DiskSpace } from '../folder/disk.ts'
import { BufferPool } from '../buffer-pool.ts'
import {
  type ByteRange,
  EncryptionKeyMissing,
  ObjectDamaged,
  type ObjectEntry,
  type ObjectStat,
  type ByteStream,
  type PutBody,
  type PutOptions,
  Storage,
  type StorageDriver,
} from '../storage.ts'
import { wrapForSecondName, DM1_HEADER_LENGTH, readKeyIds, createHeader, unwrapDataKey, rewrap } from './dm1-header.ts'
import type { KeyRing } from './key-ring.ts'
import { splitHeader, SizeCheckedBody, prepend, sliceStream } from './pieces.ts'
import {
  decryptSegments,
  decryptObject,
  locateSegments,
  plainSize,
  encryptSegments,
  encryptedSize,
} from './segments.ts'

/** Maximum unencrypted size of an object that is read synchronously, in bytes. */
const MAX_SYNC_SIZE = 64 * 1024

type EncryptedStorageOptions = {
  /** Called for every object that could not be decrypted, or not be stored because no key exists. */
  onUnreadable: (error: ObjectDamaged | EncryptionKeyMissing) => void
}

/**
 * Wraps a driver and encrypts objects whose keys end in `.dm1`. All sizes and ranges refer to the unencrypted content. `localPath` is not
 * available for encrypted objects.
 */
export class EncryptedStorage extends Storage {
  override readonly space?: () => Promise<DiskSpace>
  private readonly buffers = new BufferPool(encryptedSize(MAX_SYNC_SIZE), 8)
  private readonly onUnreadable: (error: ObjectDamaged | EncryptionKeyMissing) => void

  constructor(
    private readonly inner: StorageDriver,
    private readonly ring: KeyRing,
    { onUnreadable }: EncryptedStorageOptions,
  ) {
    super()
    this.onUnreadable = onUnreadable

    if (inner.space) this.space = () => inner.space?.() ?? Promise.reject(new Error('not on a disk'))
  }

  override get canEncrypt(): boolean {
    return this.ring.newest !== undefined
  }

  async put(key: string, body: PutBody, options: PutOptions = {}): Promise<{ size: number }> {
    if (!isEncrypted(key)) return this.inner.put(key, body, options)
    if (!this.ring.newest) throw this.reportUnreadable(new EncryptionKeyMissing(key, []))
    const { header, dataKey } = createHeader(plainKey(key), this.ring.newest)
    const checkedBody = new SizeCheckedBody(key, body, options.size)
    const ifAbsent = options.ifAbsent === true
    await this.inner.put(key, encryptSegments(checkedBody.pieces(), header, { dataKey, name: key }), { ifAbsent })
    return { size: checkedBody.size }
  }

  /** Returns bytes only after verifying their segment. The first segments are verified before `get` resolves. */
  async get(key: string, range?: ByteRange): Promise<ByteStream> {
    if (!isEncrypted(key)) return this.inner.get(key, range)
    const location = range
      ? locateSegments(range)
      : { storedRange: undefined, firstSegment: 0, segmentCount: Infinity, skippedBytes: 0 }
    const header = location.firstSegment > 0 ? await this.readHeader(key) : undefined
    const decrypted = this.decryptStream(key, await this.inner.get(key, location.storedRange), { ...location, header })
    const { skippedBytes } = location
    const requestedBytes = range ? sliceStream(decrypted, skippedBytes, range.end - range.start + 1) : decrypted
    const firstResult = await requestedBytes.next()
    return prepend(firstResult, requestedBytes)
  }

  override async read(key: string, size: number): Promise<Buffer> {
    if (!isEncrypted(key)) return this.inner.read(key, size)
    const body = await this.inner.read(key, encryptedSize(size))
    return this.decryptObject(key, body, Buffer.allocUnsafeSlow(body.length))
  }

  override readSync(key: string, target: Buffer): Buffer | undefined {
    if (!isEncrypted(key)) return this.inner.readSync(key, target)
    if (target.length > MAX_SYNC_SIZE) return undefined
    const buffer = this.buffers.take()
    try {
      const body = this.inner.readSync(key, buffer)
      // An object that fills the buffer may be longer than the buffer, so it is not returned.
      return body && body.length < encryptedSize(target.length) ? this.decryptObject(key, body, target) : undefined
    } finally {
      this.buffers.put(buffer)
    }
  }

  async stat(key: string): Promise<ObjectStat> {
    const stat = await this.inner.stat(key)
    return isEncrypted(key) ? { ...stat, size: this.plainSizeOf(key, stat.size) } : stat
  }

  /** An encrypted object stays encrypted: its data key is wrapped for the new name, then it is renamed. */
  async move(from: string, to: string): Promise<void> {
    if (isEncrypted(from) !== isEncrypted(to)) throw new TypeError(`${from} cannot become ${to}: only one is encrypted`)
    if (isEncrypted(from)) {
      const names = { from: plainKey(from), to: plainKey(to) }
      const header = await this.readHeader(from)
      await this.inner.rewriteHead(from, [this.reportFailures(() => wrapForSecondName(header, names, this.ring))])
    }
    await this.inner.move(from, to)
  }

  remove(keys: string[]): Promise<void> {
    return this.inner.remove(keys)
  }

  async *list(prefix: string, after?: string): AsyncGenerator<ObjectEntry> {
    for await (const entry of this.inner.list(prefix, after))
      yield isEncrypted(entry.key) ? { ...entry, size: plainSize(entry.size) ?? 0 } : entry
  }

  ready(): Promise<void> {
    return this.inner.ready()
  }
  override localPath(key: string): string | undefined {
    return isEncrypted(key) ? undefined : this.inner.localPath?.(key)
  }

  /** Ids of the encryption keys that wrap the data key of an object. */
  async readKeyIds(key: string): Promise<string[]> {
    const header = await this.readHeader(key)
    return this.reportFailures(() => readKeyIds(header))
  }

  /** Wraps the data key under the newest key only, without changing the content. Returns false if nothing had to change. */
  async rewrap(key: string): Promise<boolean> {
    const header = await this.readHeader(key)
    const steps = this.reportFailures(() => rewrap(header, plainKey(key), this.ring))
    if (steps) await this.inner.rewriteHead(key, steps)
    return steps !== undefined
  }

  private async readHeader(key: string): Promise<Buffer> {
    const pieces: Uint8Array[] = []
    for await (const piece of await this.inner.get(key, { start: 0, end: DM1_HEADER_LENGTH - 1 }))
      pieces.push(Buffer.from(piece))
    return Buffer.concat(pieces)
  }

  private async *decryptStream(
    key: string,
    source: ByteStream,
    { header, firstSegment, segmentCount }: { header: Buffer | undefined; firstSegment: number; segmentCount: number },
  ): AsyncGenerator<Uint8Array> {
    const iterator = source[Symbol.asyncIterator]()
    const remainingSource = { [Symbol.asyncIterator]: () => iterator }
    try {
      const { head, body } = header ? { head: header, body: remainingSource } : await splitHeader(remainingSource)
      const dataKey = unwrapDataKey(head, plainKey(key), this.ring)
      yield* decryptSegments(body, { dataKey, name: key }, { firstSegment, segmentCount })
    } catch (error) {
      throw this.reportUnreadable(error)
    } finally {
      await iterator.return?.()
    }
  }

  private decryptObject(key: string, body: Buffer, target: Buffer): Buffer {
    return this.reportFailures(() => {
      const dataKey = unwrapDataKey(body.subarray(0, DM1_HEADER_LENGTH), plainKey(key), this.ring)
      return decryptObject(body.subarray(DM1_HEADER_LENGTH), { dataKey, name: key }, target)
    })
  }

  private plainSizeOf(key: string, stored: number): number {
    return this.reportFailures(() => {
      const size = plainSize(stored)
      if (size === undefined) throw new ObjectDamaged(key)
      return size
    })
  }

  private reportFailures<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw this.reportUnreadable(error)
    }
  }
  private reportUnreadable<E>(error: E): E {
    if (error instanceof ObjectDamaged || error instanceof EncryptionKeyMissing) this.onUnreadable(error)
    return error
  }
}
