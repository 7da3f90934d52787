import { KB, type Located } from '@daymark/contracts'
import { type ByteRange, type Pieces, Storage, whole } from '@daymark/storage'
import { Injectable } from '@nestjs/common'
import { LRUCache } from 'lru-cache'
import { GatewayConfig } from '../config.ts'
import { WrongLength } from './send-body.ts'

type Pool = LRUCache<string, Buffer, number>

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
  private readonly tiles?: Pool
  private readonly larger?: Pool
  private readonly storage: Storage

  constructor(storage: Storage, { pictureCacheBytes }: GatewayConfig) {
    this.storage = storage
    const half = Math.floor(pictureCacheBytes / 2)
    if (half === 0) return
    this.tiles = this.pool(half)
    this.larger = this.pool(half)
  }

  async open({ key, size }: Located, range?: ByteRange): Promise<Pieces | Buffer> {
    const pool = size <= LARGEST_TILE ? this.tiles : this.larger
    // With its end known, a file need not be read once more to find it.
    if (!pool || size === 0 || size > LARGEST || size > pool.maxSize)
      return this.storage.get(key, range ?? wholeOf(size))
    const content = pool.get(key) ?? (await pool.forceFetch(key, { context: size }))
    return range ? content.subarray(range.start, range.end + 1) : content
  }

  /** Asked for by many at once, read once. Least recently used goes first; whoever waits for what goes gets it all the same. */
  private pool(bytes: number): Pool {
    return new LRUCache({
      maxSize: bytes,
      sizeCalculation: content => content.length,
      fetchMethod: (key, _, { context: size }) => this.read(key, size),
      ignoreFetchAbort: true,
    })
  }

  /** What is not as long as it is known to be is not kept: the next look may find it whole again. */
  private async read(key: string, size: number): Promise<Buffer> {
    const content = await whole(await this.storage.get(key))
    if (content.length !== size) throw new WrongLength(size, content.length)
    return content
  }
}

const wholeOf = (size: number): ByteRange | undefined => (size > 0 ? { start: 0, end: size - 1 } : undefined)
