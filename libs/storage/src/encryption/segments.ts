import { createCipheriv, createDecipheriv } from 'node:crypto'
import { SpareBuffers } from '../spare-buffers.ts'
import type { ByteRange, Pieces } from '../storage.ts'
import { CIPHER, type DataKey, HEADER, SEALED, SEGMENT, TAG } from './dm1-header.ts'
import { ObjectDamaged } from './errors.ts'

/** Segments that are handed on at once: pieces as large as those of files. */
const AT_ONCE = 8
/** Pieces in which Node ciphers fastest: what it answers is made anew each time (measured: 190 against 300 ms of CPU per GB). */
const STEP = 16_384
const TAG_LENGTH = { authTagLength: TAG }
const blocks = new SpareBuffers(AT_ONCE * SEALED, 8)
const carries = new SpareBuffers(SEALED, 16)

/** The stored size of so many bytes. */
export const sealedSize = (size: number): number => HEADER + size + TAG * Math.max(1, Math.ceil(size / SEGMENT))
/** The other way; undefined: nothing that was stored has this size. */
export function plainSize(stored: number): number | undefined {
  const body = stored - HEADER
  const size = body - TAG * Math.ceil(body / SEALED)
  return body >= TAG && sealedSize(size) === stored ? size : undefined
}

/** STREAM: the nonce of each segment is prefix, number and whether it is the last, so none can be left out or moved. */
export class Segments {
  private readonly nonce = Buffer.alloc(12)
  private readonly data: DataKey
  private readonly name: string
  constructor(data: DataKey, name: string) {
    this.data = data
    this.name = name
    data.fixed.copy(this.nonce, 0, data.fixed.length - 7)
  }

  /** Answers how many bytes it wrote to `to`. */
  seal(plain: Uint8Array, to: Buffer, number: number, isLast: boolean): number {
    const cipher = createCipheriv(CIPHER, this.data.key, this.nonceOf(number, isLast), TAG_LENGTH).setAAD(
      this.data.fixed,
    )
    for (let at = 0; at < plain.length; at += STEP) to.set(cipher.update(plain.subarray(at, at + STEP)), at)
    cipher.final()
    to.set(cipher.getAuthTag(), plain.length)
    return plain.length + TAG
  }

  /** The same; what it wrote counts only once it has answered. */
  open(sealed: Uint8Array, to: Buffer, number: number, isLast: boolean): number {
    const size = sealed.length - TAG
    if (size < 0) throw new ObjectDamaged(this.name)
    const nonce = this.nonceOf(number, isLast)
    const decipher = createDecipheriv(CIPHER, this.data.key, nonce, TAG_LENGTH)
      .setAAD(this.data.fixed)
      .setAuthTag(sealed.subarray(size))
    for (let at = 0; at < size; at += STEP) to.set(decipher.update(sealed.subarray(at, Math.min(at + STEP, size))), at)
    try {
      decipher.final()
    } catch {
      throw new ObjectDamaged(this.name)
    }
    return size
  }

  private nonceOf(number: number, isLast: boolean): Buffer {
    this.nonce.writeUInt32BE(number, 7)
    this.nonce.writeUInt8(isLast ? 1 : 0, 11)
    return this.nonce
  }
}

/** All segments of a body, behind its header. */
export async function* sealed(
  source: Pieces | Iterable<Uint8Array>,
  header: Buffer,
  by: Segments,
): AsyncGenerator<Buffer> {
  yield header
  yield* inSegments(source, SEGMENT, (plain, to, number, isLast) => by.seal(plain, to, number, isLast))
}

/** What segments from `first` on hold, as far as `count` of them. */
export const opened = (
  source: Pieces,
  by: Segments,
  { first, count }: { first: number; count: number },
): AsyncGenerator<Buffer> =>
  inSegments(source, SEALED, (bytes, to, number, isLast) => by.open(bytes, to, first + number, isLast), count)

type Work = (bytes: Uint8Array, to: Buffer, number: number, isLast: boolean) => number

/** What becomes of the segments of a stream, several at once. */
async function* inSegments(
  source: Pieces | Iterable<Uint8Array>,
  size: number,
  work: Work,
  count = Number.POSITIVE_INFINITY,
): AsyncGenerator<Buffer> {
  const block = blocks.take()
  let [filled, number] = [0, 0]
  try {
    for await (const { bytes, isLast } of segmentsOf(source, size)) {
      filled += work(bytes, block.subarray(filled), number++, isLast)
      if (number >= count) break
      if (number % AT_ONCE > 0) continue
      yield block.subarray(0, filled)
      filled = 0
    }
    if (filled > 0) yield block.subarray(0, filled)
  } finally {
    blocks.giveBack(block)
  }
}

type Segment = { bytes: Uint8Array; isLast: boolean }

/** Cuts a stream. The last is the one that nothing follows, so one that is whole waits for the next byte. */
async function* segmentsOf(source: Pieces | Iterable<Uint8Array>, size: number): AsyncGenerator<Segment> {
  const carry = carries.take()
  let carried = 0
  try {
    for await (const piece of source)
      for (let at = 0; at < piece.length;) {
        if (carried === size) {
          yield { bytes: carry.subarray(0, size), isLast: false }
          carried = 0
        }
        if (carried === 0 && piece.length - at > size) {
          yield { bytes: piece.subarray(at, at + size), isLast: false }
          at += size
          continue
        }
        const fitting = piece.subarray(at, at + size - carried)
        carry.set(fitting, carried)
        carried += fitting.length
        at += fitting.length
      }
    yield { bytes: carry.subarray(0, carried), isLast: true }
  } finally {
    carries.giveBack(carry)
  }
}

/** Where in the stored object the segments of a range lie, and a byte more: whether one is the last shows there. */
export function placeOf({ start, end }: ByteRange): {
  stored: ByteRange
  first: number
  count: number
  skipped: number
} {
  const first = Math.floor(start / SEGMENT)
  const last = Math.floor(end / SEGMENT)
  const stored = { start: first === 0 ? 0 : HEADER + first * SEALED, end: HEADER + (last + 1) * SEALED }
  return { stored, first, count: last - first + 1, skipped: start - first * SEGMENT }
}

/** A small object in one piece, into `to`. */
export function openWhole(body: Uint8Array, by: Segments, to: Buffer): Buffer {
  let filled = 0
  for (let number = 0, at = 0; number === 0 || at < body.length; number++, at += SEALED)
    filled += by.open(body.subarray(at, at + SEALED), to.subarray(filled), number, at + SEALED >= body.length)
  return to.subarray(0, filled)
}
