import { type ByteStream, type PutBody, SizeMismatch } from '../storage.ts'
import { DM1_HEADER_LENGTH } from './dm1-header.ts'

/** Counts the bytes of a body while it is read. Throws SizeMismatch at its end if it does not have the expected size. */
export class SizeCheckedBody {
  size = 0
  constructor(
    private readonly key: string,
    private readonly body: PutBody,
    private readonly expectedSize: number | undefined,
  ) {}

  async *pieces(): AsyncGenerator<Uint8Array> {
    for await (const piece of this.body instanceof Uint8Array ? [this.body] : this.body) {
      this.size += piece.length
      yield piece
    }
    if (this.expectedSize !== undefined && this.expectedSize !== this.size)
      throw new SizeMismatch(this.key, this.expectedSize, this.size)
  }
}

/** Splits a stream into header and body. The header is shorter than DM1_HEADER_LENGTH if the stream ends early. */
export async function splitHeader(source: ByteStream): Promise<{ head: Buffer; body: AsyncGenerator<Uint8Array> }> {
  const pieces = source[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  let unreadBytes: Uint8Array = head
  while (head.length < DM1_HEADER_LENGTH) {
    const { value, done } = await pieces.next()
    if (done) break
    const missingBytes = DM1_HEADER_LENGTH - head.length
    head = Buffer.concat([head, value.subarray(0, missingBytes)])
    unreadBytes = value.subarray(missingBytes)
  }
  return { head, body: remaining(unreadBytes, pieces) }
}

async function* remaining(first: Uint8Array, pieces: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (first.length > 0) yield first
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value
}

/** Yields `length` bytes of a stream after its first `skipped` bytes. */
export async function* sliceStream(pieces: ByteStream, skipped: number, length: number): AsyncGenerator<Uint8Array> {
  let [bytesToSkip, remainingBytes] = [skipped, length]
  for await (const piece of pieces) {
    const part = piece.subarray(bytesToSkip, bytesToSkip + remainingBytes)
    bytesToSkip = Math.max(0, bytesToSkip - piece.length)
    remainingBytes -= part.length
    if (part.length > 0) yield part
    if (remainingBytes === 0) return
  }
}

/** Yields a first piece that has already been read from a stream, and then the rest of the stream. */
export async function* prepend(
  firstResult: IteratorResult<Uint8Array>,
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    if (firstResult.done) return
    yield firstResult.value
    yield* rest
  } finally {
    await rest.return(undefined)
  }
}
