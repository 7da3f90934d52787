import { allocateShared, BufferPool } from '../buffer-pool.ts'
import { type ByteRange, ObjectDamaged, type Pieces } from '../storage.ts'
import { leastLoadedThread } from '../threads/byte-thread.ts'
import type { Result } from '../threads/byte-worker.ts'
import { DM1_HEADER_LENGTH } from './dm1-header.ts'
import {
  SEGMENTS_PER_BLOCK,
  BLOCK_LENGTH,
  type DataKey,
  PLAIN_OFFSET,
  createNonce,
  decryptSegment,
  toCipherKey,
  SEALED_SEGMENT_LENGTH,
  SEGMENT_LENGTH,
  TAG_LENGTH,
  type BlockTask,
  processBlock,
} from './segment-cipher.ts'

/** Number of blocks that worker threads process while the previous block is sent. */
const MAX_PENDING = 2
/** Buffers for the first block of a stream, which is processed in this thread, and for the other blocks, which worker threads process. */
const [localBlocks, sharedBlocks] = [new BufferPool(BLOCK_LENGTH, 8), new BufferPool(BLOCK_LENGTH, 16, allocateShared)]
const poolFor = (isFirst: boolean): BufferPool => (isFirst ? localBlocks : sharedBlocks)

/** The stored size of an object in bytes, for its unencrypted size. */
export const encryptedSize = (size: number): number =>
  DM1_HEADER_LENGTH + size + TAG_LENGTH * Math.max(1, Math.ceil(size / SEGMENT_LENGTH))
/** The unencrypted size of an object in bytes, for its stored size. Undefined if no object can have this stored size. */
export function plainSize(stored: number): number | undefined {
  const body = stored - DM1_HEADER_LENGTH
  const size = body - TAG_LENGTH * Math.ceil(body / SEALED_SEGMENT_LENGTH)
  return body >= TAG_LENGTH && encryptedSize(size) === stored ? size : undefined
}

/** Data key and name of an object. */
type EncryptedObject = { data: DataKey; name: string }

/** Yields the header and the encrypted segments of a body. */
export async function* encryptSegments(
  source: Pieces | Iterable<Uint8Array>,
  header: Buffer,
  segments: EncryptedObject,
): AsyncGenerator<Buffer> {
  yield header
  yield* processBlocks(source, segments, { operation: 'encrypt', first: 0, count: Infinity })
}

/** Decrypts `count` segments starting at `first`. */
export const decryptSegments = (
  source: Pieces,
  segments: EncryptedObject,
  range: { first: number; count: number },
): AsyncGenerator<Buffer> => processBlocks(source, segments, { operation: 'decrypt', ...range })

type BlockRange = { operation: BlockTask['operation']; first: number; count: number }
type FilledBlock = { block: Buffer; task: BlockTask; isFirst: boolean }
type PendingBlock = { block: Buffer; isFirst: boolean; done: Promise<Result> }

/** Processes a stream in blocks: while one block is sent, the next is processed and one more is filled. */
async function* processBlocks(
  source: Pieces | Iterable<Uint8Array>,
  { data, name }: EncryptedObject,
  range: BlockRange,
): AsyncGenerator<Buffer> {
  const pendingBlocks: PendingBlock[] = []
  async function* yieldFinished(maxPending: number): AsyncGenerator<Buffer> {
    for (let next = pendingBlocks[0]; next && pendingBlocks.length > maxPending; next = pendingBlocks[0]) {
      const bytes = await next.done
      if (typeof bytes !== 'number') throw new ObjectDamaged(name)
      if (bytes > 0) yield next.block.subarray(0, bytes)
      pendingBlocks.shift()
      poolFor(next.isFirst).put(next.block)
    }
  }
  try {
    for await (const filled of fillBlocks(source, range)) {
      const { block, isFirst } = filled
      pendingBlocks.push({ block, isFirst, done: startWork(filled, data) })
      yield* yieldFinished(isFirst ? 0 : MAX_PENDING)
    }
    yield* yieldFinished(0)
  } finally {
    await Promise.allSettled(pendingBlocks.map(({ done }) => done))
    for (const { block, isFirst } of pendingBlocks) poolFor(isFirst).put(block)
  }
}

/**
 * Starts the work on a block. The first block is processed in this thread, which avoids the latency of a worker; most objects have only one
 * block.
 */
function startWork({ block, task, isFirst }: FilledBlock, data: DataKey): Promise<Result> {
  if (isFirst) return Promise.resolve(processBlock(block, data, task))
  return leastLoadedThread().work({ kind: 'cipher', block, data, task })
}

/** Fills blocks from a stream. A full block is yielded only when another byte follows, so that `isLast` is known. */
async function* fillBlocks(
  source: Pieces | Iterable<Uint8Array>,
  { operation, first, count }: BlockRange,
): AsyncGenerator<FilledBlock> {
  const [segmentLength, inputOffset] =
    operation === 'encrypt' ? [SEGMENT_LENGTH, PLAIN_OFFSET] : [SEALED_SEGMENT_LENGTH, 0]
  let [number, remaining, bytes] = [first, count, 0]
  let block: Buffer | undefined
  /** Transfers the block to the caller. */
  const finishBlock = (isLast: boolean): FilledBlock => {
    const isFirst = number === first
    const filled = { block: block ?? poolFor(isFirst).take(), task: { operation, bytes, number, isLast }, isFirst }
    number += SEGMENTS_PER_BLOCK
    remaining -= SEGMENTS_PER_BLOCK
    block = undefined
    bytes = 0
    return filled
  }
  try {
    for await (const piece of source)
      for (let offset = 0; offset < piece.length;) {
        if (bytes === Math.min(SEGMENTS_PER_BLOCK, remaining) * segmentLength) yield finishBlock(false)
        if (remaining <= 0) return
        block ??= poolFor(number === first).take()
        const fitting = piece.subarray(offset, offset + Math.min(SEGMENTS_PER_BLOCK, remaining) * segmentLength - bytes)
        block.set(fitting, inputOffset + bytes)
        bytes += fitting.length
        offset += fitting.length
      }
    yield finishBlock(true)
  } finally {
    if (block) poolFor(number === first).put(block)
  }
}

/**
 * The stored range of the segments that contain a plain range, plus one byte: if this byte exists, the last of these segments is not the
 * last of the object.
 */
export function storedRangeOf({ start, end }: ByteRange): {
  stored: ByteRange
  first: number
  count: number
  skipped: number
} {
  const first = Math.floor(start / SEGMENT_LENGTH)
  const last = Math.floor(end / SEGMENT_LENGTH)
  const stored = {
    start: first === 0 ? 0 : DM1_HEADER_LENGTH + first * SEALED_SEGMENT_LENGTH,
    end: DM1_HEADER_LENGTH + (last + 1) * SEALED_SEGMENT_LENGTH,
  }
  return { stored, first, count: last - first + 1, skipped: start - first * SEGMENT_LENGTH }
}

/** Decrypts a small object into `target`. */
export function decryptWhole(body: Uint8Array, { data: dataKey, name }: EncryptedObject, target: Buffer): Buffer {
  const data = toCipherKey(dataKey)
  let filled = 0
  for (let number = 0, offset = 0; number === 0 || offset < body.length; number++, offset += SEALED_SEGMENT_LENGTH) {
    const nonce = createNonce(data, number, offset + SEALED_SEGMENT_LENGTH >= body.length)
    const written = decryptSegment(
      body.subarray(offset, offset + SEALED_SEGMENT_LENGTH),
      target.subarray(filled),
      data,
      nonce,
    )
    if (written === undefined) throw new ObjectDamaged(name)
    filled += written
  }
  return target.subarray(0, filled)
}
