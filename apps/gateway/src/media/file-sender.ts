import type { IncomingMessage, ServerResponse } from 'node:http'
import { KB, type Located } from '@daymark/contracts'
import { type ByteRange, patched, type Pieces, SpareBuffers, Storage } from '@daymark/storage'
import { Injectable } from '@nestjs/common'
import { Caches } from '../cache/caches.ts'
import { SANDBOX } from '../edge/security-headers.ts'
import { contentDisposition } from '../http/file-names.ts'
import { onceClosed } from '../http/when-closed.ts'
import { sendBody, WrongLength } from '../http/send-body.ts'
import type { Sendable } from './visitors/watermarked.ts'

type Place = Pick<Located, 'key' | 'size'>
/** `headers`: in addition to those of every file, or instead of them. */
type Sending = { found: Sendable; how: 'inline' | 'attachment'; headers?: Record<string, string> | undefined }

/** Variants of a grid and of most screens. Larger files are read in blocks: the operating system caches them better. */
const MAX_WHOLE = 512 * KB
/** Nearly all tiles of a grid. A slow connection holds such a buffer until it has received the tile. */
const TILE = 64 * KB
/** Buffers that are reused: as many as tiles are being sent at once in a busy gallery. */
const SPARE_TILES = 64
/**
 * The file under a name never changes, but the permission to see it does: a session or a link ends (rule 33). The browser therefore asks
 * every time, and a file that it has is answered without bytes.
 */
const ASK_AGAIN = 'private, no-cache'

/**
 * Third step of a picture: sends a file of the store, with validators and ranges (send-body.ts). Permission is checked at every request
 * before this, and keys name content that never changes, so the cached bytes can be neither stale nor shown to the wrong person.
 */
@Injectable()
export class FileSender {
  private readonly tiles = new SpareBuffers(TILE, SPARE_TILES)

  constructor(
    private readonly storage: Storage,
    private readonly caches: Caches,
  ) {}

  /** Files come from outside: a browser shows them as a picture or not at all. */
  send(request: IncomingMessage, response: ServerResponse, { found, how, headers }: Sending): Promise<void> {
    return sendBody(request, response, {
      size: found.size,
      etag: `"${found.sha256.slice(0, 32)}"`,
      headers: {
        'Content-Type': found.mimeType,
        'Content-Disposition': contentDisposition(how, found.downloadName),
        'Content-Security-Policy': SANDBOX,
        'X-Content-Type-Options': 'nosniff',
        'Cross-Origin-Resource-Policy': 'same-origin',
        'Cache-Control': ASK_AGAIN,
        ...headers,
      },
      open: async range => patched(await this.open(found, response, range), found.patches, range?.start),
    })
  }

  /** Whether it is sent from memory, in one piece. */
  isSentWhole({ size }: Place): boolean {
    return this.caches.pictures !== undefined && size > 0 && size <= MAX_WHOLE
  }

  /** The bytes may be used until `response` is closed. */
  private async open(place: Place, response: ServerResponse, range?: ByteRange): Promise<Pieces | Buffer> {
    const { key, size } = place
    const { pictures } = this.caches
    // With its end known, a file need not be read once more to find it.
    if (!pictures || !this.isSentWhole(place)) return this.storage.get(key, range ?? wholeOf(size))
    const content =
      pictures.peek(key) ?? this.readAtOnce(place, response) ?? (await pictures.get(key, () => this.read(place)))
    return range ? content.subarray(range.start, range.end + 1) : content
  }

  /** Reads a tile that the operating system has in memory, without a trip to another thread (docs/adr/0054). */
  private readAtOnce({ key, size }: Place, response: ServerResponse): Buffer | undefined {
    if (size >= TILE) return undefined
    const room = this.tiles.take()
    const content = this.storage.readAtOnce(key, room)
    if (content) onceClosed(response, () => this.tiles.giveBack(room))
    else this.tiles.giveBack(room)
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
