import type { Clock } from '../clock.ts'
import { Paused } from '../transport/transport.ts'

/** One failure may be about one event (a photo that no longer fits on the disk); so many in a row are not. */
const OPENS_AFTER = 3
/** Several processes must not ask all at once. */
const jitter = (): number => 0.5 + Math.random() / 2

export type BreakerOptions = { firstMs: number; maxMs: number }

/**
 * Stands before one subscriber. While what it needs is away nobody tries but one event at a time, each time another one and less
 * and less often; the first that succeeds lets all go on.
 */
export class CircuitBreaker {
  isOpen = false
  private failures = 0
  /** An event may find out whether it works again. */
  private isProbeDue = false
  private readonly waiting: (() => void)[] = []

  constructor(
    private readonly clock: Clock,
    private readonly options: BreakerOptions,
  ) {}

  /** Throws Paused while trying is of no use. */
  enter(): void {
    if (!this.isOpen) return
    if (!this.isProbeDue) throw this.paused()
    this.isProbeDue = false
  }

  succeeded(): void {
    this.failures = 0
    this.isOpen = false
    for (const wake of this.waiting.splice(0)) wake()
  }

  /** The event needed nothing that could have failed, so another event has to find out whether it works again. */
  skipped(): void {
    if (this.isOpen) this.probe()
  }

  /** Counts a fault that was not the event's. Once there are enough, it waits with the others. */
  failed(): Paused | undefined {
    const failures = ++this.failures
    if (failures < OPENS_AFTER) return undefined
    this.isOpen = true
    const { firstMs, maxMs } = this.options
    const wait = Math.min(firstMs * 2 ** (failures - OPENS_AFTER), maxMs) * jitter()
    // of those that failed together the last one sets the time
    this.clock.after(wait, () => this.isOpen && failures === this.failures && this.probe())
    return this.paused()
  }

  private probe(): void {
    this.isProbeDue = true
    this.waiting.shift()?.()
  }

  private paused(): Paused {
    return new Paused(new Promise(resolve => this.waiting.push(resolve)))
  }
}
