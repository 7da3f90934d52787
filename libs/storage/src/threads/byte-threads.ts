import { availableParallelism } from 'node:os'
import { ByteThread } from './byte-thread.ts'

const MOST = Math.max(1, Math.min(4, availableParallelism()))
const threads = new Set<ByteThread>()

/**
 * A thread for work on bytes of large objects (ciphers, hashes): while it works, what came before is sent or written, and visitors
 * are answered. Their number follows the processor; they begin when they are needed. The one with the least to do.
 */
export function byteThread(): ByteThread {
  const [least] = [...threads].toSorted((a, b) => a.load - b.load)
  if (least && (least.load === 0 || threads.size === MOST)) return least
  const thread = new ByteThread(() => threads.delete(thread))
  threads.add(thread)
  return thread
}
