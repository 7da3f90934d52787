import type { ServerResponse } from 'node:http'
import { KB, type Located } from '@daymark/contracts'
import { type ByteRange, type Pieces, SpareBuffers, Storage } from '@daymark/storage'
import { Injectable } from '@nestjs/common'
import { LRUCache } from 'lru-cache'
import { GatewayConfig } from '../config.ts'
import { countLook } from '../kept/cache-requests.ts'
import { onceClosed } from '../helpers/once-closed.ts'
import { WrongLength } from './send-body.ts'

type Pool = LRUCache<string, Buffer>
type Place = Pick<Located, 'key' | 'size'>

/**
 * What a grid shows, and what a larger grid shows. Whatever is larger is read block by block from the store, whose files the
 * system keeps in memory anyway: a cache that is too small for them would cost more than it spares.
 */
const LARGEST_TILE = 160 * KB
const LARGEST = 512 * KB
/** Nearly all tiles of a phone or a common screen; a slow connection holds as much until it has taken its picture. */
const LENT = 64 * KB
/** Kept for the next pictures: those under way at once, in a crowd. */
const SPARE = 64

/**
 * The bytes of variants, in bounded space: a gallery is looked at by many. Keys name content that never changes, and whether
 * somebody may see it is asked at every request, so nothing here can be wrong or leak. Tiles and large pictures have a half each,
 * lest one photograph push a page of tiles out.
 */
@Injectable()
export class Pictures {
  private readonly tiles?: Pool
  private readonly larger?: Pool
  private readonly reading = new Map<string, Promise<Buffer>>()
  private readonly lent = new SpareBuffers(LENT, SPARE)

  constructor(
    private readonly storage: Storage,
    { pictureCacheBytes }: GatewayConfig,
  ) {
    const half = Math.floor(pictureCacheBytes / 2)
    if (half === 0) return
    this.tiles = pool(half)
    this.larger = pool(half)
  }

  /** What it answers may be used until `response` is closed. */
  async open(place: Place, response: ServerResponse, range?: ByteRange): Promise<Pieces | Buffer> {
    const kept = this.poolOf(place)
    // With its end known, a file need not be read once more to find it.
    if (!kept) return this.storage.get(place.key, range ?? wholeOf(place.size))
    const held = kept.get(place.key)
    countLook('picture', held !== undefined)
    const content = held ?? this.readAtOnce(place, response) ?? (await this.read(place, kept))
    return range ? content.subarray(range.start, range.end + 1) : content
  }

  /** Sent from memory, in one piece. */
  isHeld(place: Place): boolean {
    return this.poolOf(place) !== undefined
  }

  private poolOf({ size }: Place): Pool | undefined {
    const kept = size <= LARGEST_TILE ? this.tiles : this.larger
    return kept && size > 0 && size <= LARGEST && size <= kept.maxSize ? kept : undefined
  }

  /**
   * A tile that the system has in memory is not kept here as well: it is read into a buffer that many pictures use one after another.
   * One made for each is collected with all that the process holds, which took longer than to read and send the picture.
   */
  private readAtOnce({ key, size }: Place, response: ServerResponse): Buffer | undefined {
    if (size >= LENT) return undefined
    const room = this.lent.take()
    const content = this.storage.readAtOnce(key, room)
    if (content) onceClosed(response, () => this.lent.giveBack(room))
    else this.lent.giveBack(room)
    return content && ofSize(content, size)
  }

  /** Asked for by many at once, read once. */
  private read(place: Place, kept: Pool): Promise<Buffer> {
    const running = this.reading.get(place.key)
    if (running) return running
    const reading = this.readInto(kept, place).finally(() => this.reading.delete(place.key))
    this.reading.set(place.key, reading)
    return reading
  }

  /** What is not as long as it is known to be is not kept: the next look may find it whole again. */
  private async readInto(kept: Pool, { key, size }: Place): Promise<Buffer> {
    const content = ofSize(await this.storage.read(key, size), size)
    kept.set(key, content)
    return content
  }
}

/** Least recently used goes first. */
const pool = (bytes: number): Pool => new LRUCache({ maxSize: bytes, sizeCalculation: content => content.length })
const wholeOf = (size: number): ByteRange | undefined => (size > 0 ? { start: 0, end: size - 1 } : undefined)
function ofSize(content: Buffer, size: number): Buffer {
  if (content.length !== size) throw new WrongLength(size, content.length)
  return content
}
