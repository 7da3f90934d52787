import { Worker } from 'node:worker_threads'
import type { Answered, Asked, Result, Work } from './byte-worker.ts'

/** One that nobody needs gives its memory back. */
const IDLE_MS = 30_000
/** `.ts` where the sources run (tests), `.js` where they were built. */
const PROGRAM = new URL(`./byte-worker${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`, import.meta.url)

type Waiting = { resolve(result: Result): void; reject(error: Error): void }

/** One more thread. Whoever waits for it keeps the process; an idle one does not. */
export class ByteThread {
  /** Streams that are hashed here: it stays for them. */
  readonly streams = new Set<number>()
  private readonly waiting = new Map<number, Waiting>()
  private readonly worker = new Worker(PROGRAM, { execArgv: [], name: 'bytes' })
  private idle: NodeJS.Timeout | undefined
  private asked = 0

  /** `leaves`: it takes no work any more. */
  constructor(private readonly leaves: () => void) {
    const end = (error: Error): void => {
      leaves()
      clearTimeout(this.idle)
      for (const { reject } of this.waiting.values()) reject(error)
      this.waiting.clear()
    }
    this.worker.on('message', ({ id, result }: Answered) => this.answered(id, result))
    this.worker.once('error', end)
    this.worker.once('exit', code => end(new Error(`a thread for bytes ended with the code ${code}`)))
    this.worker.unref()
  }

  get load(): number {
    return this.waiting.size + this.streams.size
  }

  work(work: Work): Promise<Result> {
    clearTimeout(this.idle)
    if (this.waiting.size === 0) this.worker.ref()
    const id = this.asked++
    const done = new Promise<Result>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject })
      this.worker.postMessage({ id, work } satisfies Asked)
    })
    // Whoever awaits it sees a failure; until then it must not count as unhandled.
    done.catch(() => undefined)
    return done
  }

  private answered(id: number, result: Result): void {
    this.waiting.get(id)?.resolve(result)
    this.waiting.delete(id)
    if (this.waiting.size > 0) return
    this.worker.unref()
    if (this.streams.size > 0) return
    this.idle = setTimeout(() => this.end(), IDLE_MS).unref()
  }

  private end(): void {
    this.leaves()
    void this.worker.terminate()
  }
}
