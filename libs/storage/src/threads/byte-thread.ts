import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { ByteWorkResponse, ByteWorkRequest, ByteWorkResult, ByteWork } from './byte-worker.ts'

/** Time after which an unused thread ends to free its memory. */
const IDLE_MS = 30_000
/** The worker's file: `.ts` when running from sources (tests), `.js` after a build. */
const WORKER_URL = new URL(`./byte-worker${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`, import.meta.url)

type PendingWork = { resolve(result: ByteWorkResult): void; reject(error: Error): void }

/** A worker thread. Pending work keeps the process alive; an idle thread does not. */
export class ByteThread {
  /** Ids of the streams that are hashed in this thread. The thread must not end before these streams. */
  readonly streamIds = new Set<number>()
  private readonly pendingWork = new Map<number, PendingWork>()
  private readonly worker = new Worker(WORKER_URL, { execArgv: [], name: 'bytes' })
  private idleTimer: NodeJS.Timeout | undefined
  private lastId = 0
  private readonly onRetired: () => void

  /** `onRetired`: called when the thread accepts no more work and must not be chosen again. */
  constructor(onRetired: () => void) {
    this.onRetired = onRetired
    const rejectPendingWork = (error: Error): void => {
      onRetired()
      clearTimeout(this.idleTimer)
      for (const { reject } of this.pendingWork.values()) reject(error)
      this.pendingWork.clear()
    }
    this.worker.on('message', ({ id, result }: ByteWorkResponse) => this.onResult(id, result))
    this.worker.once('error', rejectPendingWork)
    this.worker.once('exit', code =>
      rejectPendingWork(new Error(`a worker thread for encryption and hashing ended with the code ${code}`)),
    )
    this.worker.unref()
  }

  get load(): number {
    return this.pendingWork.size + this.streamIds.size
  }

  work(work: ByteWork): Promise<ByteWorkResult> {
    clearTimeout(this.idleTimer)
    if (this.pendingWork.size === 0) this.worker.ref()
    const id = this.lastId++
    const done = new Promise<ByteWorkResult>((resolve, reject) => {
      this.pendingWork.set(id, { resolve, reject })
      this.worker.postMessage({ id, work } satisfies ByteWorkRequest)
    })
    // A failure is reported when it is awaited; until then it must not count as unhandled.
    done.catch(() => undefined)
    return done
  }

  private onResult(id: number, result: ByteWorkResult): void {
    this.pendingWork.get(id)?.resolve(result)
    this.pendingWork.delete(id)
    if (this.pendingWork.size > 0) return
    this.worker.unref()
    if (this.streamIds.size > 0) return
    this.idleTimer = setTimeout(() => this.end(), IDLE_MS).unref()
  }

  private end(): void {
    this.onRetired()
    void this.worker.terminate()
  }
}

const MAX_THREADS = Math.max(1, Math.min(4, availableParallelism()))
const threads = new Set<ByteThread>()

/**
 * Returns the least loaded worker thread for ciphers and hashes of large objects, which would otherwise block the main thread. Threads
 * start on demand, at most one per core and four in total.
 */
export function findLeastLoadedThread(): ByteThread {
  const [leastLoaded] = [...threads].toSorted((a, b) => a.load - b.load)
  if (leastLoaded && (leastLoaded.load === 0 || threads.size === MAX_THREADS)) return leastLoaded
  const thread = new ByteThread(() => threads.delete(thread))
  threads.add(thread)
  return thread
}
