import { errors } from '@daymark/contracts'

const NOTHING = Buffer.alloc(0)

/**
 * Reads a stream of bytes by delimiters. Native search, and chunks go on as they came: a delimiter cut in two is the only thing
 * held back. What it gives is good until more is asked for, as what it gets.
 */
export class ByteScanner {
  private held: Buffer

  /** `before`: bytes to read first. */
  constructor(
    private readonly source: AsyncIterator<Buffer>,
    before: Buffer = NOTHING,
  ) {
    this.held = before
  }

  /** What stands before the delimiter, piece by piece; the delimiter itself is skipped. */
  async *until(delimiter: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.held.indexOf(delimiter)
      if (at >= 0) {
        const found = this.held.subarray(0, at)
        this.held = this.held.subarray(at + delimiter.length)
        if (found.length > 0) yield found
        return
      }
      const end = this.held.length - beginningAtEnd(this.held, delimiter)
      const passed = this.held.subarray(0, end)
      this.held = this.held.subarray(end)
      if (passed.length > 0) yield passed
      await this.more()
    }
  }

  /** The same as a whole, which may not be longer than `limit`. */
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

  /** So many bytes, without moving on. */
  async peek(length: number): Promise<Buffer> {
    while (this.held.length < length) await this.more()
    return this.held.subarray(0, length)
  }

  private async more(): Promise<void> {
    const rest = Buffer.from(this.held)
    const { value, done } = await this.source.next()
    if (done) throw errors.INVALID_INPUT({ reason: 'The form is not complete.' })
    this.held = rest.length === 0 ? value : Buffer.concat([rest, value])
  }
}

/** How many of the last bytes could be the beginning of the delimiter. */
function beginningAtEnd(bytes: Buffer, delimiter: Buffer): number {
  const end = bytes.subarray(Math.max(bytes.length - delimiter.length + 1, 0))
  // One native search says no for almost every chunk.
  for (let at = end.indexOf(delimiter[0] ?? 0); at >= 0; at = end.indexOf(delimiter[0] ?? 0, at + 1))
    if (end.compare(delimiter, 0, end.length - at, at) === 0) return end.length - at
  return 0
}
