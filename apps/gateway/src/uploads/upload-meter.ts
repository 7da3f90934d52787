import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { errors, formatBytes, IMAGE_EXTENSIONS, type ImageType, SNIFF_BYTES, sniffImageType } from '@daymark/contracts'

export type UploadLimits = {
  extension: string
  /** The setting DAYMARK_GATEWAY_UPLOAD_MAX_BYTES. */
  maxBytes: number
  /** Remaining storage of the owner. */
  remainingBytes: number
}
type MeasuredFile = { type: ImageType; size: number; sha256: string; crc32: number }

/**
 * Checks and measures an upload on its way to the store. No bytes are passed on before the first ones are recognized as a picture
 * (L-UPL-14, rule 19). Throws the error that the client receives.
 */
export class UploadMeter {
  private size = 0
  private crc32 = 0
  private type?: ImageType
  private readonly hash = createHash('sha256')

  constructor(private readonly limits: UploadLimits) {}

  async *measure(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let headChunks: Buffer[] = []
    for await (const chunk of content) {
      this.count(chunk)
      if (this.type) yield chunk
      else headChunks.push(Buffer.from(chunk))
      if (this.type || this.size < SNIFF_BYTES) continue
      yield this.recognize(Buffer.concat(headChunks))
      headChunks = []
    }
    if (!this.type) yield this.recognize(Buffer.concat(headChunks))
  }

  /** Type, size and checksums of the file. Throws before the upload has ended. */
  getMeasuredFile(): MeasuredFile {
    if (!this.type) throw new Error('the upload has not ended')
    return { type: this.type, size: this.size, sha256: this.hash.digest('hex'), crc32: this.crc32 }
  }

  private count(chunk: Buffer): void {
    const { maxBytes, remainingBytes } = this.limits
    this.size += chunk.length
    if (this.size > maxBytes) throw errors.FILE_TOO_LARGE({ limit: formatBytes(maxBytes) })
    if (this.size > remainingBytes) throw errors.QUOTA_EXCEEDED()
    this.hash.update(chunk)
    this.crc32 = crc32(chunk, this.crc32)
  }

  private recognize(head: Buffer): Buffer {
    const { extension } = this.limits
    const type = sniffImageType(head.subarray(0, SNIFF_BYTES), extension)
    if (!type) throw toRejection(head, extension)
    this.type = type
    return head
  }
}

/** Minimum number of bytes from which a format can be recognized. */
const MIN_RECOGNIZABLE_BYTES = 12
const photoExtensions: readonly string[] = IMAGE_EXTENSIONS

/** The error for a file that is not a known picture. An empty or truncated photo must not be rejected because of its type (rule 19). */
function toRejection(head: Buffer, extension: string) {
  if (head.length === 0) return errors.EMPTY_FILE()
  const isWithoutContent = head.length < MIN_RECOGNIZABLE_BYTES || head.every(byte => byte === 0)
  if (isWithoutContent && photoExtensions.includes(extension)) return errors.IMAGE_UNREADABLE()
  return errors.UNSUPPORTED_FILE({ extension: extension || 'unknown' })
}
