import { createHash, type Hash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { type DataKey, type BlockTask, processBlock } from '../encryption/segment-cipher.ts'

/** A block in shared memory. The caller must not access it until the result arrives. */
type Block = { block: Uint8Array }
export type Work =
  | (Block & { kind: 'cipher'; data: DataKey; task: BlockTask })
  | (Block & { kind: 'hash'; stream: number; bytes: number })
  | { kind: 'digest' | 'discard'; stream: number }
export type WorkRequest = { id: number; work: Work }
export type Result = number | string | undefined
export type WorkResult = { id: number; result: Result }

/** SHA-256 states of running streams. */
const hashes = new Map<number, Hash>()

function perform(work: Work): Result {
  if (work.kind === 'cipher') return processBlock(work.block, work.data, work.task)
  const hash = hashes.get(work.stream) ?? createHash('sha256')
  if (work.kind === 'hash') {
    hashes.set(work.stream, hash.update(work.block.subarray(0, work.bytes)))
    return undefined
  }
  hashes.delete(work.stream)
  return work.kind === 'digest' ? hash.digest('hex') : undefined
}

parentPort?.on('message', ({ id, work }: WorkRequest) => {
  const response: WorkResult = { id, result: perform(work) }
  parentPort?.postMessage(response)
})
