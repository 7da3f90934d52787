import { type Pieces, type PutBody, SizeMismatch } from '../storage.ts'
import { HEADER } from './dm1-header.ts'

/** A body that has to have the size it was announced with. */
export class Counted {
  size = 0
  constructor(
    private readonly key: string,
    private readonly body: PutBody,
    private readonly expected: number | undefined,
  ) {}

  async *pieces(): AsyncGenerator<Uint8Array> {
    for await (const piece of this.body instanceof Uint8Array ? [this.body] : this.body) {
      this.size += piece.length
      yield piece
    }
    if (this.expected !== undefined && this.expected !== this.size)
      throw new SizeMismatch(this.key, this.expected, this.size)
  }
}

/** The header, and what follows it. A stream that ends before is no object. */
export async function beheaded(source: Pieces): Promise<{ head: Buffer; body: AsyncGenerator<Uint8Array> }> {
  const pieces = source[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  let left: Uint8Array = head
  while (head.length < HEADER) {
    const { value, done } = await pieces.next()
    if (done) break
    const missing = HEADER - head.length
    head = Buffer.concat([head, value.subarray(0, missing)])
    left = value.subarray(missing)
  }
  return { head, body: following(left, pieces) }
}

async function* following(left: Uint8Array, pieces: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (left.length > 0) yield left
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value
}

/** So many bytes of a stream, behind the first ones. */
export async function* within(pieces: Pieces, skipped: number, length: number): AsyncGenerator<Uint8Array> {
  let [skip, left] = [skipped, length]
  for await (const piece of pieces) {
    const wanted = piece.subarray(skip, skip + left)
    skip = Math.max(0, skip - piece.length)
    left -= wanted.length
    if (wanted.length > 0) yield wanted
    if (left === 0) return
  }
}

/** A stream whose first piece was awaited already. */
export async function* resumed(
  began: IteratorResult<Uint8Array>,
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    if (began.done) return
    yield began.value
    yield* rest
  } finally {
    await rest.return(undefined)
  }
}
