import { errors } from '@daymark/contracts'

const NOTHING = Buffer.alloc(0)

/**
 * Splits a stream of bytes at delimiters. It uses native search and passes chunks on without copying, except for a delimiter that spans
 * two chunks. A returned piece is valid until the next one is requested.
 */
export class ByteScanner {
  private buffered: Buffer

  /** `before` is read before the source. */
  constructor(
    private readonly source: AsyncIterator<Buffer>,
    before: Buffer = NOTHING,
  ) {
    this.buffered = before
  }

  /** The bytes before the delimiter in pieces. The delimiter is skipped. */
  async *until(delimiter: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.buffered.indexOf(delimiter)
      if (at >= 0) {
        const found = this.buffered.subarray(0, at)
        this.buffered = this.buffered.subarray(at + delimiter.length)
        if (found.length > 0) yield found
        return
      }
      const end = this.buffered.length - beginningAtEnd(this.buffered, delimiter)
      const passed = this.buffered.subarray(0, end)
      this.buffered = this.buffered.subarray(end)
      if (passed.length > 0) yield passed
      await this.more()
    }
  }

  /** The bytes before the delimiter as one buffer of at most `limit` bytes. */
  async wholeUntil(delimiter: Buffer, limit: number): Promise<Buffer> {
    const pieces: Buffer[] = []
    let length = 0
    for await (const piece of this.until(delimiter)) {
      length += piece.length
      if (length > limit) throw errors.BODY_TOO_LARGE()
      pieces.push(Buffer.from(piece))
    }
    return Buffer.concat(pieces)
  }

  /** The next bytes, without consuming them. */
  async peek(length: number): Promise<Buffer> {
    while (this.buffered.length < length) await this.more()
    return this.buffered.subarray(0, length)
  }

  private async more(): Promise<void> {
    const rest = Buffer.from(this.buffered)
    const { value, done } = await this.source.next()
    if (done) throw errors.INVALID_INPUT({ reason: 'The form is incomplete. Send it again.' })
    this.buffered = rest.length === 0 ? value : Buffer.concat([rest, value])
  }
}

/** Number of bytes at the end that could be the start of a delimiter. */
function beginningAtEnd(bytes: Buffer, delimiter: Buffer): number {
  const end = bytes.subarray(Math.max(bytes.length - delimiter.length + 1, 0))
  // One native search excludes almost every chunk.
  for (let at = end.indexOf(delimiter[0] ?? 0); at >= 0; at = end.indexOf(delimiter[0] ?? 0, at + 1))
    if (end.compare(delimiter, 0, end.length - at, at) === 0) return end.length - at
  return 0
}
