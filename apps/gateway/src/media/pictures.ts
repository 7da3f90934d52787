import { KB, type Located } from '@daymark/contracts'
import { type ByteRange, type Pieces, Storage, whole } from '@daymark/storage'
import { Injectable } from '@nestjs/common'
import { GatewayConfig } from '../config.ts'
import { WrongLength } from './send-body.ts'

/**
 * What a grid shows, and what a larger grid shows. Whatever is larger is read block by block from the store, whose files the
 * system keeps in memory anyway: a cache that is too small for them would cost more than it spares.
 */
const LARGEST_TILE = 160 * KB
const LARGEST = 512 * KB

/**
 * The bytes of variants, in bounded space: a gallery is looked at by many. Keys name content that never changes, and whether
 * somebody may see it is asked at every request, so nothing here can be wrong or leak. Tiles and large pictures have a half each,
 * lest one photograph push a page of tiles out.
 */
@Injectable()
export class Pictures {
  private readonly tiles: Pool
  private readonly larger: Pool
  private readonly storage: Storage

  constructor(storage: Storage, { pictureCacheBytes }: GatewayConfig) {
    this.storage = storage
    this.tiles = new Pool(pictureCacheBytes / 2)
    this.larger = new Pool(pictureCacheBytes / 2)
  }

  async open({ key, size }: Located, range?: ByteRange): Promise<Pieces | Buffer> {
    const pool = size <= LARGEST_TILE ? this.tiles : this.larger
    // With its end known, a file need not be read once more to find it.
    if (size > LARGEST || size > pool.limit) return this.storage.get(key, range ?? wholeOf(size))
    const content = pool.get(key) ?? (await pool.load(key, () => this.read(key, size)))
    return range ? content.subarray(range.start, range.end + 1) : content
  }

  /** What is not as long as it is known to be is not kept: the next look may find it whole again. */
  private async read(key: string, size: number): Promise<Buffer> {
    const content = await whole(await this.storage.get(key))
    if (content.length !== size) throw new WrongLength(size, content.length)
    return content
  }
}

const wholeOf = (size: number): ByteRange | undefined => (size > 0 ? { start: 0, end: size - 1 } : undefined)

/** Least recently used goes first. */
class Pool {
  readonly limit: number
  private bytes = 0
  private readonly kept = new Map<string, Buffer>()
  private readonly loading = new Map<string, Promise<Buffer>>()

  constructor(limit: number) {
    this.limit = limit
  }

  get(key: string): Buffer | undefined {
    const content = this.kept.get(key)
    if (!content) return undefined
    // A Map keeps the order of insertion: the one asked for now becomes the youngest.
    this.kept.delete(key)
    this.kept.set(key, content)
    return content
  }

  /** Asked for by many at once, read once. */
  load(key: string, read: () => Promise<Buffer>): Promise<Buffer> {
    const running = this.loading.get(key)
    if (running) return running
    const loading = read()
      .then(content => this.keep(key, content))
      .finally(() => this.loading.delete(key))
    this.loading.set(key, loading)
    return loading
  }

  private keep(key: string, content: Buffer): Buffer {
    this.kept.set(key, content)
    this.bytes += content.length
    for (const [oldest, { length }] of this.kept) {
      if (this.bytes <= this.limit) break
      this.kept.delete(oldest)
      this.bytes -= length
    }
    return content
  }
}
