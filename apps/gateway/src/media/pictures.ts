import type { ServerResponse } from 'node:http'
import { KB, type Located } from '@daymark/contracts'
import { type ByteRange, type Pieces, SpareBuffers, Storage } from '@daymark/storage'
import { Injectable } from '@nestjs/common'
import type { Cache } from '../cache/cache.ts'
import { Caches } from '../cache/caches.ts'
import { onceClosed } from '../helpers/once-closed.ts'
import { WrongLength } from './send-body.ts'

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
  private readonly lent = new SpareBuffers(LENT, SPARE)

  constructor(
    private readonly storage: Storage,
    private readonly caches: Caches,
  ) {}

  /** What it answers may be used until `response` is closed. */
  async open(place: Place, response: ServerResponse, range?: ByteRange): Promise<Pieces | Buffer> {
    const cache = this.cacheOf(place)
    // With its end known, a file need not be read once more to find it.
    if (!cache) return this.storage.get(place.key, range ?? wholeOf(place.size))
    const read = cache.peek(place.key) ?? this.readAtOnce(place, response)
    const content = read ?? (await cache.get(place.key, () => this.read(place)))
    return range ? content.subarray(range.start, range.end + 1) : content
  }

  /** Sent from memory, in one piece. */
  isHeld(place: Place): boolean {
    return this.cacheOf(place) !== undefined
  }

  private cacheOf({ size }: Place): Cache<Buffer> | undefined {
    if (size <= 0 || size > LARGEST) return undefined
    return size <= LARGEST_TILE ? this.caches.tiles : this.caches.largePictures
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

  /** A file of another length is not cached: the next read may find it whole again. */
  private async read({ key, size }: Place): Promise<Buffer> {
    return ofSize(await this.storage.read(key, size), size)
  }
}

const wholeOf = (size: number): ByteRange | undefined => (size > 0 ? { start: 0, end: size - 1 } : undefined)
function ofSize(content: Buffer, size: number): Buffer {
  if (content.length !== size) throw new WrongLength(size, content.length)
  return content
}
