import { createHash, type Hash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { type DataKey, type Turn, workOn } from '../encryption/segment-cipher.ts'

/** Memory that both sides see; who asks leaves it alone until the answer. */
type Block = { block: Uint8Array }
export type Work =
  | (Block & { what: 'cipher'; data: DataKey; turn: Turn })
  | (Block & { what: 'hash'; stream: number; bytes: number })
  | { what: 'digest' | 'forget'; stream: number }
export type Asked = { id: number; work: Work }
export type Result = number | string | undefined
export type Answered = { id: number; result: Result }

/** SHA-256 of streams that are on their way. */
const hashes = new Map<number, Hash>()

function done(work: Work): Result {
  if (work.what === 'cipher') return workOn(work.block, work.data, work.turn)
  const hash = hashes.get(work.stream) ?? createHash('sha256')
  if (work.what === 'hash') {
    hashes.set(work.stream, hash.update(work.block.subarray(0, work.bytes)))
    return undefined
  }
  hashes.delete(work.stream)
  return work.what === 'digest' ? hash.digest('hex') : undefined
}

parentPort?.on('message', ({ id, work }: Asked) => {
  const answer: Answered = { id, result: done(work) }
  parentPort?.postMessage(answer)
})
