/** What the system has in memory takes a hundredth of a millisecond, and a trip to another thread a tenth. */
const NOTICED_MS = 0.5
/** One twentieth of the time, at most, is spent on waiting for a disk that is slow. */
const PAUSE = 20

/**
 * Whether small files may be read right away. Another thread costs ten times what it takes to read a file that the system has in
 * memory, as it has nearly all that anybody looks at; but while a disk is waited for here, nobody is answered. So whatever took long
 * is followed by a pause in which the threads do it, twenty times as long as it took.
 */
export class DiskPace {
  private pauseUntil = 0
  private readonly now: () => number

  constructor(now = () => performance.now()) {
    this.now = now
  }

  /** Undefined: not now. */
  atOnce<T>(work: () => T): T | undefined {
    const began = this.now()
    if (began < this.pauseUntil) return undefined
    try {
      return work()
    } finally {
      const ended = this.now()
      if (ended - began > NOTICED_MS) this.pauseUntil = ended + (ended - began) * PAUSE
    }
  }
}
