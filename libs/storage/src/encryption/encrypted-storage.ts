import { isEncrypted, plainKey } from '@daymark/contracts'
import type { DiskSpace } from '../disk-space.ts'
import { SpareBuffers } from '../spare-buffers.ts'
import {
  type ByteRange,
  type ObjectEntry,
  type ObjectStat,
  type Pieces,
  type PutBody,
  type PutOptions,
  Storage,
} from '../storage.ts'
import { alsoNamed, HEADER, keyIds, newHeader, openHeader, rewrap } from './dm1-header.ts'
import { EncryptionKeyMissing, ObjectDamaged } from './errors.ts'
import type { KeyRing } from './key-ring.ts'
import { beheaded, Counted, resumed, within } from './pieces.ts'
import { opened, openWhole, placeOf, plainSize, sealed, sealedSize } from './segments.ts'

/** Tiles that are read at once. */
const LARGEST_AT_ONCE = 64 * 1024

type Options = {
  /** Hears of every object that could not be opened, or stored for want of a key. */
  refused: (error: ObjectDamaged | EncryptionKeyMissing) => void
}

/**
 * Any store, with objects whose keys end in `.dm1` encrypted in it. To callers they are as all others: sizes and ranges are those of
 * what was put. Only their bytes are elsewhere than in a file.
 */
export class EncryptedStorage extends Storage {
  override readonly space?: () => Promise<DiskSpace>
  private readonly room = new SpareBuffers(sealedSize(LARGEST_AT_ONCE), 8)
  private readonly refused: (error: ObjectDamaged | EncryptionKeyMissing) => void

  constructor(
    private readonly inner: Storage,
    private readonly ring: KeyRing,
    { refused }: Options,
  ) {
    super()
    this.refused = refused
    if (inner.space) this.space = () => inner.space?.() ?? Promise.reject(new Error('not on a disk'))
  }

  override get canEncrypt(): boolean {
    return this.ring.newest !== undefined
  }

  async put(key: string, body: PutBody, options: PutOptions = {}): Promise<{ size: number }> {
    if (!isEncrypted(key)) return this.inner.put(key, body, options)
    if (!this.ring.newest) throw this.told(new EncryptionKeyMissing(key, []))
    const { header, data } = newHeader(plainKey(key), this.ring.newest)
    const counted = new Counted(key, body, options.size)
    const ifAbsent = options.ifAbsent === true
    await this.inner.put(key, sealed(counted.pieces(), header, { data, name: key }), { ifAbsent })
    return { size: counted.size }
  }

  /** Nothing of a segment before all of it was checked. The first ones are checked before this answers. */
  async get(key: string, range?: ByteRange): Promise<Pieces> {
    if (!isEncrypted(key)) return this.inner.get(key, range)
    const place = range ? placeOf(range) : { stored: undefined, first: 0, count: Infinity, skipped: 0 }
    const header = place.first > 0 ? await this.header(key) : undefined
    const plain = this.plain(key, await this.inner.get(key, place.stored), { ...place, header })
    const wanted = range ? within(plain, place.skipped, range.end - range.start + 1) : plain
    const began = await wanted.next()
    return resumed(began, wanted)
  }

  override async read(key: string, size: number): Promise<Buffer> {
    if (!isEncrypted(key)) return this.inner.read(key, size)
    const body = await this.inner.read(key, sealedSize(size))
    return this.whole(key, body, Buffer.allocUnsafeSlow(body.length))
  }

  override readAtOnce(key: string, room: Buffer): Buffer | undefined {
    if (!isEncrypted(key)) return this.inner.readAtOnce(key, room)
    if (room.length > LARGEST_AT_ONCE) return undefined
    const own = this.room.take()
    try {
      const body = this.inner.readAtOnce(key, own)
      // one that is as long as what it was read into may go on
      return body && body.length < sealedSize(room.length) ? this.whole(key, body, room) : undefined
    } finally {
      this.room.giveBack(own)
    }
  }

  async stat(key: string): Promise<ObjectStat> {
    const found = await this.inner.stat(key)
    return isEncrypted(key) ? { ...found, size: this.sizeOf(key, found.size) } : found
  }

  /** An encrypted object stays so: its data key is wrapped for the new name, then it moves. */
  async move(from: string, to: string): Promise<void> {
    if (isEncrypted(from) !== isEncrypted(to)) throw new TypeError(`${from} cannot become ${to}: only one is encrypted`)
    if (isEncrypted(from)) {
      const names = { from: plainKey(from), to: plainKey(to) }
      const header = await this.header(from)
      await this.inner.rewriteHead(from, [this.checked(() => alsoNamed(header, names, this.ring))])
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
  override rewriteHead(key: string, steps: Uint8Array[]): Promise<void> {
    return this.inner.rewriteHead(key, steps)
  }
  override localPath(key: string): string | undefined {
    return isEncrypted(key) ? undefined : this.inner.localPath?.(key)
  }

  /** Ids of the keys an object is encrypted with. */
  async keyIds(key: string): Promise<string[]> {
    const header = await this.header(key)
    return this.checked(() => keyIds(header))
  }

  /** Its data key under the newest key alone; its content stays as it is. False: it is so already. */
  async rewrap(key: string): Promise<boolean> {
    const header = await this.header(key)
    const steps = this.checked(() => rewrap(header, plainKey(key), this.ring))
    if (steps) await this.inner.rewriteHead(key, steps)
    return steps !== undefined
  }

  private async header(key: string): Promise<Buffer> {
    const header: Uint8Array[] = []
    for await (const piece of await this.inner.get(key, { start: 0, end: HEADER - 1 })) header.push(Buffer.from(piece))
    return Buffer.concat(header)
  }

  private async *plain(
    key: string,
    source: Pieces,
    { header, first, count }: { header: Buffer | undefined; first: number; count: number },
  ): AsyncGenerator<Uint8Array> {
    const stored = source[Symbol.asyncIterator]()
    const rest = { [Symbol.asyncIterator]: () => stored }
    try {
      const { head, body } = header ? { head: header, body: rest } : await beheaded(rest)
      const data = openHeader(head, plainKey(key), this.ring)
      yield* opened(body, { data, name: key }, { first, count })
    } catch (error) {
      throw this.told(error)
    } finally {
      await stored.return?.()
    }
  }

  private whole(key: string, body: Buffer, to: Buffer): Buffer {
    return this.checked(() => {
      const data = openHeader(body.subarray(0, HEADER), plainKey(key), this.ring)
      return openWhole(body.subarray(HEADER), { data, name: key }, to)
    })
  }

  private sizeOf(key: string, stored: number): number {
    return this.checked(() => {
      const size = plainSize(stored)
      if (size === undefined) throw new ObjectDamaged(key)
      return size
    })
  }

  private checked<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw this.told(error)
    }
  }
  private told<E>(error: E): E {
    if (error instanceof ObjectDamaged || error instanceof EncryptionKeyMissing) this.refused(error)
    return error
  }
}
