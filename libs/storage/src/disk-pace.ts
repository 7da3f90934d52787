/** What the system has in memory takes a hundredth of a millisecond. */
const NOTICED_MS = 0.5
/** Of all time, what may be spent on waiting for a disk; and how much of it at once, when nobody waited for long. */
const SHARE = 0.05
const AT_ONCE_MS = 50

/**
 * Whether small files may be read right away. Another thread costs ten times what it takes to read a file that the system has in
 * memory, as it has nearly all that anybody looks at; but while a disk is waited for here, nobody is answered. So that may take a
 * twentieth of the time, and beyond that other threads wait. A single read that took long tells nothing: on a busy machine the
 * process itself may have had to wait.
 */
export class DiskPace {
  private left = AT_ONCE_MS
  private at: number
  private readonly now: () => number

  constructor(now = () => performance.now()) {
    this.now = now
    this.at = now()
  }

  /** Undefined: not now. */
  atOnce<T>(work: () => T): T | undefined {
    const began = this.now()
    this.left = Math.min(AT_ONCE_MS, this.left + (began - this.at) * SHARE)
    this.at = began
    if (this.left <= 0) return undefined
    try {
      return work()
    } finally {
      const took = this.now() - began
      if (took > NOTICED_MS) this.left -= took
    }
  }
}
