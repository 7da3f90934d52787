import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { errors, formatBytes, IMAGE_EXTENSIONS, type ImageType, SNIFF_BYTES, sniffImageType } from '@daymark/contracts'

export type UploadLimits = {
  extension: string
  /** The setting. */
  maxBytes: number
  /** What the owner's storage still holds. */
  room: number
}
export type FileFacts = { type: ImageType; size: number; sha256: string; crc32: number }

/**
 * Stands between the client and the store: lets nothing through before its first bytes are those of a picture (L-UPL-14,
 * rule 19), counts, and sums up what is kept beside the file. It fails with the error that the client shall see.
 */
export class UploadMeter {
  private size = 0
  private crc32 = 0
  private type?: ImageType
  private readonly hash = createHash('sha256')

  constructor(private readonly limits: UploadLimits) {}

  async *through(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let head: Buffer[] = []
    for await (const chunk of content) {
      this.count(chunk)
      if (this.type) yield chunk
      else head.push(Buffer.from(chunk))
      if (this.type || this.size < SNIFF_BYTES) continue
      yield this.recognise(Buffer.concat(head))
      head = []
    }
    if (!this.type) yield this.recognise(Buffer.concat(head))
  }

  /** What went through, once all of it has. */
  facts(): FileFacts {
    if (!this.type) throw new Error('nothing went through this meter')
    return { type: this.type, size: this.size, sha256: this.hash.digest('hex'), crc32: this.crc32 }
  }

  private count(chunk: Buffer): void {
    const { maxBytes, room } = this.limits
    this.size += chunk.length
    if (this.size > maxBytes) throw errors.FILE_TOO_LARGE({ limit: formatBytes(maxBytes) })
    if (this.size > room) throw errors.QUOTA_EXCEEDED()
    this.hash.update(chunk)
    this.crc32 = crc32(chunk, this.crc32)
  }

  private recognise(head: Buffer): Buffer {
    const { extension } = this.limits
    const type = sniffImageType(head.subarray(0, SNIFF_BYTES), extension)
    if (!type) throw refusalOf(head, extension)
    this.type = type
    return head
  }
}

/** No format can be recognized from fewer bytes. */
const MIN_BYTES = 12
const photoExtensions: readonly string[] = IMAGE_EXTENSIONS

/** A photo that is empty or broken off must not be refused for its extension (rule 19). */
function refusalOf(head: Buffer, extension: string) {
  if (head.length === 0) return errors.EMPTY_FILE()
  const isWithoutContent = head.length < MIN_BYTES || head.every(byte => byte === 0)
  if (isWithoutContent && photoExtensions.includes(extension)) return errors.IMAGE_UNREADABLE()
  return errors.UNSUPPORTED_FILE({ extension: extension || 'unknown' })
}
