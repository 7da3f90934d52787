import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Answered, Asked } from './cipher-worker.ts'
import type { DataKey, Turn } from './segment-cipher.ts'

const MOST = Math.max(1, Math.min(4, availableParallelism() - 1))
/** One that nobody needs gives its memory back. */
const IDLE_MS = 30_000
/** `.ts` where the sources run (tests), `.js` where they were built. */
const PROGRAM = new URL(`./cipher-worker${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`, import.meta.url)

type Waiting = { resolve(bytes: number | undefined): void; reject(error: Error): void }

/** One more thread. Whoever waits for it keeps the process; an idle one does not. */
class CipherThread {
  readonly waiting = new Map<number, Waiting>()
  private readonly worker = new Worker(PROGRAM, { execArgv: [], stdout: false, name: 'cipher' })
  private idle: NodeJS.Timeout | undefined
  private asked = 0

  constructor(ended: () => void) {
    const end = (error: Error): void => {
      ended()
      clearTimeout(this.idle)
      for (const { reject } of this.waiting.values()) reject(error)
      this.waiting.clear()
    }
    this.worker.on('message', ({ id, bytes }: Answered) => this.answered(id, bytes))
    this.worker.once('error', end)
    this.worker.once('exit', code => end(new Error(`a thread that encrypts ended with the code ${code}`)))
    this.worker.unref()
  }

  work(block: Uint8Array, data: DataKey, turn: Turn): Promise<number | undefined> {
    clearTimeout(this.idle)
    if (this.waiting.size === 0) this.worker.ref()
    const id = this.asked++
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject })
      this.worker.postMessage({ id, block, data, turn } satisfies Asked)
    })
  }

  private answered(id: number, bytes: number | undefined): void {
    this.waiting.get(id)?.resolve(bytes)
    this.waiting.delete(id)
    if (this.waiting.size > 0) return
    this.worker.unref()
    this.idle = setTimeout(() => void this.worker.terminate(), IDLE_MS).unref()
  }
}

/**
 * Threads that seal and open blocks of large objects: while one does, what came before is sent or written, and visitors are
 * answered. Their number follows the processor; they begin when they are needed.
 */
export class CipherThreads {
  private readonly threads = new Set<CipherThread>()

  /** Nobody else may read or write the block until this has answered. */
  work(block: Uint8Array, data: DataKey, turn: Turn): Promise<number | undefined> {
    return this.next().work(block, data, turn)
  }

  private next(): CipherThread {
    const [least] = [...this.threads].toSorted((a, b) => a.waiting.size - b.waiting.size)
    if (least && (least.waiting.size === 0 || this.threads.size === MOST)) return least
    const thread = new CipherThread(() => this.threads.delete(thread))
    this.threads.add(thread)
    return thread
  }
}
