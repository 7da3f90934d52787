import { sharedMemory, SpareBuffers } from '../spare-buffers.ts'
import type { ByteRange, Pieces } from '../storage.ts'
import { byteThread } from '../threads/byte-threads.ts'
import type { Result } from '../threads/byte-worker.ts'
import { HEADER } from './dm1-header.ts'
import { ObjectDamaged } from './errors.ts'
import {
  AT_ONCE,
  BLOCK_ROOM,
  type DataKey,
  LEAD,
  nonceOf,
  openSegment,
  readyKey,
  SEALED,
  SEGMENT,
  TAG,
  type Turn,
  workOn,
} from './segment-cipher.ts'

/** Blocks on their way through threads while the one before is sent. */
const AHEAD = 2
/** The first block of a stream is worked on here, the others in threads. */
const [firsts, others] = [new SpareBuffers(BLOCK_ROOM, 8), new SpareBuffers(BLOCK_ROOM, 16, sharedMemory)]
const blocks = (isFirst: boolean): SpareBuffers => (isFirst ? firsts : others)

/** The stored size of so many bytes. */
export const sealedSize = (size: number): number => HEADER + size + TAG * Math.max(1, Math.ceil(size / SEGMENT))
/** The other way; undefined: nothing that was stored has this size. */
export function plainSize(stored: number): number | undefined {
  const body = stored - HEADER
  const size = body - TAG * Math.ceil(body / SEALED)
  return body >= TAG && sealedSize(size) === stored ? size : undefined
}

/** The segments of an object and what it is called. */
export type Segments = { data: DataKey; name: string }

/** All segments of a body, behind its header. */
export async function* sealed(
  source: Pieces | Iterable<Uint8Array>,
  header: Buffer,
  of: Segments,
): AsyncGenerator<Buffer> {
  yield header
  yield* inBlocks(source, of, { what: 'seal', first: 0, count: Infinity })
}

/** What segments from `first` on hold, as far as `count` of them. */
export const opened = (source: Pieces, of: Segments, which: { first: number; count: number }): AsyncGenerator<Buffer> =>
  inBlocks(source, of, { what: 'open', ...which })

type Which = { what: Turn['what']; first: number; count: number }
type Filled = { block: Buffer; turn: Turn; isFirst: boolean }
type Working = { block: Buffer; isFirst: boolean; done: Promise<Result> }

/** What becomes of the segments of a stream, several at once: while one block is sent, the next is worked on and one more is filled. */
async function* inBlocks(
  source: Pieces | Iterable<Uint8Array>,
  { data, name }: Segments,
  which: Which,
): AsyncGenerator<Buffer> {
  const working: Working[] = []
  async function* ready(most: number): AsyncGenerator<Buffer> {
    for (let next = working[0]; next && working.length > most; next = working[0]) {
      const bytes = await next.done
      if (typeof bytes !== 'number') throw new ObjectDamaged(name)
      if (bytes > 0) yield next.block.subarray(0, bytes)
      working.shift()
      blocks(next.isFirst).giveBack(next.block)
    }
  }
  try {
    for await (const filled of filledOf(source, which)) {
      const { block, isFirst } = filled
      working.push({ block, isFirst, done: begun(filled, data) })
      yield* ready(isFirst ? 0 : AHEAD)
    }
    yield* ready(0)
  } finally {
    await Promise.allSettled(working.map(({ done }) => done))
    for (const { block, isFirst } of working) blocks(isFirst).giveBack(block)
  }
}

/** The first block at once: whoever waits for it waits for no thread, and most objects have no other. */
function begun({ block, turn, isFirst }: Filled, data: DataKey): Promise<Result> {
  if (isFirst) return Promise.resolve(workOn(block, data, turn))
  return byteThread().work({ what: 'cipher', block, data, turn })
}

/** A stream in blocks. The last is the one that nothing follows, so one that is full waits for the next byte. */
async function* filledOf(source: Pieces | Iterable<Uint8Array>, { what, first, count }: Which): AsyncGenerator<Filled> {
  const [segment, lead] = what === 'seal' ? [SEGMENT, LEAD] : [SEALED, 0]
  let [number, left, bytes] = [first, count, 0]
  let block: Buffer | undefined
  /** It belongs to whoever takes it. */
  const taken = (isLast: boolean): Filled => {
    const isFirst = number === first
    const filled = { block: block ?? blocks(isFirst).take(), turn: { what, bytes, number, isLast }, isFirst }
    number += AT_ONCE
    left -= AT_ONCE
    block = undefined
    bytes = 0
    return filled
  }
  try {
    for await (const piece of source)
      for (let at = 0; at < piece.length;) {
        if (bytes === Math.min(AT_ONCE, left) * segment) yield taken(false)
        if (left <= 0) return
        block ??= blocks(number === first).take()
        const fitting = piece.subarray(at, at + Math.min(AT_ONCE, left) * segment - bytes)
        block.set(fitting, lead + bytes)
        bytes += fitting.length
        at += fitting.length
      }
    yield taken(true)
  } finally {
    if (block) blocks(number === first).giveBack(block)
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
export function openWhole(body: Uint8Array, { data: of, name }: Segments, to: Buffer): Buffer {
  const data = readyKey(of)
  let filled = 0
  for (let number = 0, at = 0; number === 0 || at < body.length; number++, at += SEALED) {
    const nonce = nonceOf(data, number, at + SEALED >= body.length)
    const written = openSegment(body.subarray(at, at + SEALED), to.subarray(filled), data, nonce)
    if (written === undefined) throw new ObjectDamaged(name)
    filled += written
  }
  return to.subarray(0, filled)
}
