import type { IncomingMessage, ServerResponse } from 'node:http'
import { KB, type Located } from '@daymark/contracts'
import { type ByteRange, applyPatches, type Pieces, BufferPool, Storage } from '@daymark/storage'
import { Injectable } from '@nestjs/common'
import { Caches } from '../cache/caches.ts'
import { SANDBOX } from '../edge/security-headers.ts'
import { contentDisposition } from '../http/file-names.ts'
import { whenClosed } from '../http/when-closed.ts'
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
 * The file of a name never changes, but access to it ends with the session or link (rule 33). Browsers therefore revalidate a cached file
 * at every request and receive 304.
 */
const REVALIDATE = 'private, no-cache'

/**
 * Third step of a picture: sends a file of the store, with validators and ranges (http/send-body.ts). Access is checked before, at every
 * request, and the content of a key never changes, so cached bytes are never stale and never sent to the wrong user.
 */
@Injectable()
export class FileSender {
  private readonly tiles = new BufferPool(TILE, SPARE_TILES)

  constructor(
    private readonly storage: Storage,
    private readonly caches: Caches,
  ) {}

  /** Users upload these files, so the headers make browsers show them as a picture or not at all. */
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
        'Cache-Control': REVALIDATE,
        ...headers,
      },
      open: async range => applyPatches(await this.open(found, response, range), found.patches, range?.start),
    })
  }

  /** Whether the file is sent from memory in one piece. */
  isSentWhole({ size }: Place): boolean {
    return this.caches.pictures !== undefined && size > 0 && size <= MAX_WHOLE
  }

  /** The bytes may be used until `response` is closed. */
  private async open(place: Place, response: ServerResponse, range?: ByteRange): Promise<Pieces | Buffer> {
    const { key, size } = place
    const { pictures } = this.caches
    // With a known end the store need not look up the size.
    if (!pictures || !this.isSentWhole(place)) return this.storage.get(key, range ?? wholeOf(size))
    const content =
      pictures.peek(key) ?? this.readSync(place, response) ?? (await pictures.get(key, () => this.read(place)))
    return range ? content.subarray(range.start, range.end + 1) : content
  }

  /** Reads a tile that the operating system has in memory, without a trip to another thread (docs/adr/0054). */
  private readSync({ key, size }: Place, response: ServerResponse): Buffer | undefined {
    if (size >= TILE) return undefined
    const room = this.tiles.take()
    const content = this.storage.readSync(key, room)
    if (content) whenClosed(response, () => this.tiles.put(room))
    else this.tiles.put(room)
    return content && ofSize(content, size)
  }

  /** A file of the wrong length is not cached, because the next read may return the right one. */
  private async read({ key, size }: Place): Promise<Buffer> {
    return ofSize(await this.storage.read(key, size), size)
  }
}

const wholeOf = (size: number): ByteRange | undefined => (size > 0 ? { start: 0, end: size - 1 } : undefined)
function ofSize(content: Buffer, size: number): Buffer {
  if (content.length !== size) throw new WrongLength(size, content.length)
  return content
}
