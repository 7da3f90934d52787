import { allocateShared, BufferPool } from '../buffer-pool.ts'
import { type ByteRange, ObjectDamaged, type ByteStream } from '../storage.ts'
import { findLeastLoadedThread } from '../threads/byte-thread.ts'
import type { ByteWorkResult } from '../threads/byte-worker.ts'
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
const MAX_PENDING_BLOCKS = 2
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

/** The data key of an encrypted object, and its key in the store as name for errors. */
type EncryptedObject = { dataKey: DataKey; name: string }

/** Yields the header and the encrypted segments of a body. */
export async function* encryptSegments(
  source: ByteStream | Iterable<Uint8Array>,
  header: Buffer,
  object: EncryptedObject,
): AsyncGenerator<Buffer> {
  yield header
  yield* processBlocks(source, object, { operation: 'encrypt', firstSegment: 0, segmentCount: Infinity })
}

/** Decrypts `segmentCount` segments, starting at the segment `firstSegment`. */
export const decryptSegments = (
  source: ByteStream,
  object: EncryptedObject,
  range: { firstSegment: number; segmentCount: number },
): AsyncGenerator<Buffer> => processBlocks(source, object, { operation: 'decrypt', ...range })

type BlockRange = { operation: BlockTask['operation']; firstSegment: number; segmentCount: number }
type FilledBlock = { block: Buffer; task: BlockTask; isFirst: boolean }
type PendingBlock = { block: Buffer; isFirst: boolean; result: Promise<ByteWorkResult> }

/** Processes a stream in blocks: while one block is sent, the next is processed and one more is filled. */
async function* processBlocks(
  source: ByteStream | Iterable<Uint8Array>,
  { dataKey, name }: EncryptedObject,
  range: BlockRange,
): AsyncGenerator<Buffer> {
  const pendingBlocks: PendingBlock[] = []
  async function* yieldFinished(maxPending: number): AsyncGenerator<Buffer> {
    for (let next = pendingBlocks[0]; next && pendingBlocks.length > maxPending; next = pendingBlocks[0]) {
      const bytes = await next.result
      if (typeof bytes !== 'number') throw new ObjectDamaged(name)
      if (bytes > 0) yield next.block.subarray(0, bytes)
      pendingBlocks.shift()
      poolFor(next.isFirst).put(next.block)
    }
  }
  try {
    for await (const filled of fillBlocks(source, range)) {
      const { block, isFirst } = filled
      pendingBlocks.push({ block, isFirst, result: startProcessing(filled, dataKey) })
      yield* yieldFinished(isFirst ? 0 : MAX_PENDING_BLOCKS)
    }
    yield* yieldFinished(0)
  } finally {
    await Promise.allSettled(pendingBlocks.map(({ result }) => result))
    for (const { block, isFirst } of pendingBlocks) poolFor(isFirst).put(block)
  }
}

/**
 * Encrypts or decrypts a block. The first block is processed in this thread, which avoids the latency of a worker; most objects have only
 * one block.
 */
function startProcessing({ block, task, isFirst }: FilledBlock, dataKey: DataKey): Promise<ByteWorkResult> {
  if (isFirst) return Promise.resolve(processBlock(block, dataKey, task))
  return findLeastLoadedThread().work({ kind: 'cipher', block, dataKey, task })
}

/** Fills blocks from a stream. A full block is yielded only when another byte follows, so that `isLast` is known. */
async function* fillBlocks(
  source: ByteStream | Iterable<Uint8Array>,
  { operation, firstSegment, segmentCount }: BlockRange,
): AsyncGenerator<FilledBlock> {
  const [segmentLength, inputOffset] =
    operation === 'encrypt' ? [SEGMENT_LENGTH, PLAIN_OFFSET] : [SEALED_SEGMENT_LENGTH, 0]
  let [nextSegment, remainingSegments, bytes] = [firstSegment, segmentCount, 0]
  let block: Buffer | undefined
  /** Transfers the block to the caller. */
  const finishBlock = (isLast: boolean): FilledBlock => {
    const isFirst = nextSegment === firstSegment
    const task = { operation, bytes, firstSegment: nextSegment, isLast }
    const filled = { block: block ?? poolFor(isFirst).take(), task, isFirst }
    nextSegment += SEGMENTS_PER_BLOCK
    remainingSegments -= SEGMENTS_PER_BLOCK
    block = undefined
    bytes = 0
    return filled
  }
  try {
    for await (const piece of source)
      for (let offset = 0; offset < piece.length;) {
        if (bytes === Math.min(SEGMENTS_PER_BLOCK, remainingSegments) * segmentLength) yield finishBlock(false)
        if (remainingSegments <= 0) return
        block ??= poolFor(nextSegment === firstSegment).take()
        const freeBytes = Math.min(SEGMENTS_PER_BLOCK, remainingSegments) * segmentLength - bytes
        const fitting = piece.subarray(offset, offset + freeBytes)
        block.set(fitting, inputOffset + bytes)
        bytes += fitting.length
        offset += fitting.length
      }
    yield finishBlock(true)
  } finally {
    if (block) poolFor(nextSegment === firstSegment).put(block)
  }
}

/**
 * Locates the segments that contain a range of the unencrypted object. `storedRange` includes one byte after them: if this byte exists, the
 * last of these segments is not the last of the object. `skippedBytes`: bytes between the start of the first segment and the range.
 */
export function locateSegments({ start, end }: ByteRange): {
  storedRange: ByteRange
  firstSegment: number
  segmentCount: number
  skippedBytes: number
} {
  const firstSegment = Math.floor(start / SEGMENT_LENGTH)
  const lastSegment = Math.floor(end / SEGMENT_LENGTH)
  const storedRange = {
    start: firstSegment === 0 ? 0 : DM1_HEADER_LENGTH + firstSegment * SEALED_SEGMENT_LENGTH,
    end: DM1_HEADER_LENGTH + (lastSegment + 1) * SEALED_SEGMENT_LENGTH,
  }
  return {
    storedRange,
    firstSegment,
    segmentCount: lastSegment - firstSegment + 1,
    skippedBytes: start - firstSegment * SEGMENT_LENGTH,
  }
}

/** Decrypts a small object into `target`. */
export function decryptObject(body: Uint8Array, { dataKey, name }: EncryptedObject, target: Buffer): Buffer {
  const cipherKey = toCipherKey(dataKey)
  let filledBytes = 0
  for (let number = 0, offset = 0; number === 0 || offset < body.length; number++, offset += SEALED_SEGMENT_LENGTH) {
    const nonce = createNonce(cipherKey, number, offset + SEALED_SEGMENT_LENGTH >= body.length)
    const written = decryptSegment(
      body.subarray(offset, offset + SEALED_SEGMENT_LENGTH),
      target.subarray(filledBytes),
      cipherKey,
      nonce,
    )
    if (written === undefined) throw new ObjectDamaged(name)
    filledBytes += written
  }
  return target.subarray(0, filledBytes)
}
