import { createHash, type Hash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { type DataKey, type BlockTask, processBlock } from '../encryption/segment-cipher.ts'

/** A block in shared memory. The caller must not access it until the result arrives. */
type Block = { block: Uint8Array }
export type ByteWork =
  | (Block & { kind: 'cipher'; dataKey: DataKey; task: BlockTask })
  | (Block & { kind: 'hash'; streamId: number; bytes: number })
  | { kind: 'digest' | 'discard'; streamId: number }
export type ByteWorkRequest = { id: number; work: ByteWork }
export type ByteWorkResult = number | string | undefined
export type ByteWorkResponse = { id: number; result: ByteWorkResult }

/** SHA-256 states of unfinished streams, by stream id. */
const hashes = new Map<number, Hash>()

function perform(work: ByteWork): ByteWorkResult {
  if (work.kind === 'cipher') return processBlock(work.block, work.dataKey, work.task)
  const hash = hashes.get(work.streamId) ?? createHash('sha256')
  if (work.kind === 'hash') {
    hashes.set(work.streamId, hash.update(work.block.subarray(0, work.bytes)))
    return undefined
  }
  hashes.delete(work.streamId)
  return work.kind === 'digest' ? hash.digest('hex') : undefined
}

parentPort?.on('message', ({ id, work }: ByteWorkRequest) => {
  const response: ByteWorkResponse = { id, result: perform(work) }
  parentPort?.postMessage(response)
})
