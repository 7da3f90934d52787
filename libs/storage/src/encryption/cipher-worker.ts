import { parentPort } from 'node:worker_threads'
import { type DataKey, type Turn, workOn } from './segment-cipher.ts'

/** What a thread of CipherThreads does, one block after another; the block is memory that both sides see. */
export type Asked = { id: number; block: Uint8Array; data: DataKey; turn: Turn }
export type Answered = { id: number; bytes: number | undefined }

parentPort?.on('message', ({ id, block, data, turn }: Asked) => {
  const answer: Answered = { id, bytes: workOn(block, data, turn) }
  parentPort?.postMessage(answer)
})
