import type { IncomingMessage, ServerResponse } from 'node:http'
import { KB, type LocatedObject } from '@daymark/contracts'
import { type ByteRange, applyPatches, type ByteStream, BufferPool, Storage } from '@daymark/storage'
import { Injectable } from '@nestjs/common'
import { Caches } from '../cache/caches.ts'
import { SANDBOX_POLICY } from '../edge/security-headers.ts'
import { contentDisposition } from '../http/file-names.ts'
import { whenClosed } from '../http/when-closed.ts'
import { sendBody, WrongLength } from '../http/send-body.ts'
import type { SendableFile } from './visitors/watermarked.ts'

type StoredObject = Pick<LocatedObject, 'key' | 'size'>
/** `headers` are added to the headers of every file, or replace them. */
type SendOptions = {
  file: SendableFile
  disposition: 'inline' | 'attachment'
  headers?: Record<string, string> | undefined
}

/**
 * Maximum size of a file that is read and cached as a whole: variants for grids and most screens. Larger files are read in blocks, because
 * the operating system caches them better.
 */
const MAX_WHOLE_BYTES = 512 * KB
/**
 * Size of a buffer for a tile (a variant in a grid), in bytes. Nearly all tiles fit. A slow connection occupies its buffer until it has
 * received the tile.
 */
const TILE_BUFFER_BYTES = 64 * KB
/** Number of tile buffers kept for reuse: as many tiles are sent at the same time in a busy gallery. */
const MAX_SPARE_BUFFERS = 64
/**
 * The content of a URL never changes, but access to it ends with the session or link (rule 33). Browsers therefore revalidate a cached file
 * at every request and receive 304.
 */
const REVALIDATE_CACHE_CONTROL = 'private, no-cache'

/**
 * Sends files of the photo store, with entity tags and ranges. The caller has checked
 * access for this request, and the content of a key never changes, so cached bytes are never outdated and never sent to the wrong user.
 */
@Injectable()
export class FileSender {
  private readonly tiles = new BufferPool(TILE_BUFFER_BYTES, MAX_SPARE_BUFFERS)

  constructor(
    private readonly storage: Storage,
    private readonly caches: Caches,
  ) {}

  /** Users upload these files, so the headers make browsers show them as a picture or not at all. */
  send(request: IncomingMessage, response: ServerResponse, { file, disposition, headers }: SendOptions): Promise<void> {
    return sendBody(request, response, {
      size: file.size,
      etag: `"${file.sha256.slice(0, 32)}"`,
      headers: {
        'Content-Type': file.mimeType,
        'Content-Disposition': contentDisposition(disposition, file.downloadName),
        'Content-Security-Policy': SANDBOX_POLICY,
        'X-Content-Type-Options': 'nosniff',
        'Cross-Origin-Resource-Policy': 'same-origin',
        'Cache-Control': REVALIDATE_CACHE_CONTROL,
        ...headers,
      },
      open: async range => applyPatches(await this.open(file, response, range), file.patches, range?.start),
    })
  }

  /** Whether the file is sent from memory in one piece. */
  isSentWhole({ size }: StoredObject): boolean {
    return this.caches.pictures !== undefined && size > 0 && size <= MAX_WHOLE_BYTES
  }

  /** Opens the content of a file. A returned buffer may be used only until `response` is closed. */
  private async open(object: StoredObject, response: ServerResponse, range?: ByteRange): Promise<ByteStream | Buffer> {
    const { key, size } = object
    const { pictures } = this.caches
    // With a range, the store does not need to look up the size.
    if (!pictures || !this.isSentWhole(object)) return this.storage.get(key, range ?? toWholeRange(size))
    const content =
      pictures.peek(key) ?? this.readSync(object, response) ?? (await pictures.get(key, () => this.read(object)))
    return range ? content.subarray(range.start, range.end + 1) : content
  }

  /**
   * Reads a tile that the operating system has cached, without switching to another thread (docs/adr/0054). Undefined if the tile is not
   * cached or does not fit into a buffer.
   */
  private readSync({ key, size }: StoredObject, response: ServerResponse): Buffer | undefined {
    if (size >= TILE_BUFFER_BYTES) return undefined
    const buffer = this.tiles.take()
    const content = this.storage.readSync(key, buffer)
    if (content) whenClosed(response, () => this.tiles.put(buffer))
    else this.tiles.put(buffer)
    return content && assertSize(content, size)
  }

  /** Throws WrongLength for a file of the wrong length. The file is then not cached, because the next read may return the right content. */
  private async read({ key, size }: StoredObject): Promise<Buffer> {
    return assertSize(await this.storage.read(key, size), size)
  }
}

const toWholeRange = (size: number): ByteRange | undefined => (size > 0 ? { start: 0, end: size - 1 } : undefined)
function assertSize(content: Buffer, size: number): Buffer {
  if (content.length !== size) throw new WrongLength(size, content.length)
  return content
}
