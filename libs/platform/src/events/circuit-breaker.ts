import type { Clock } from '../async/time.ts'
import { Paused } from '../transport/transport.ts'

/** Number of consecutive failures that open the breaker. A single failure may concern only its event. */
const FAILURES_TO_OPEN = 3
/** Random factor between 0.5 and 1 that keeps several processes from probing at the same time. */
const randomJitter = (): number => 0.5 + Math.random() / 2

export type BreakerOptions = { firstMs: number; maxMs: number }

/**
 * Protects one subscriber. While a dependency is unavailable, one event at a time probes it, each time another event and with growing
 * delays. The first success closes the breaker and resumes all waiting events.
 */
export class CircuitBreaker {
  isOpen = false
  private failures = 0
  /** Whether the next event may probe the dependency. */
  private isProbeDue = false
  private readonly waiting: (() => void)[] = []

  constructor(
    private readonly clock: Clock,
    private readonly options: BreakerOptions,
  ) {}

  /** Throws Paused while the breaker is open and no probe is due. */
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

  /** The event did not use the dependency, so another event must probe it. */
  skipped(): void {
    if (this.isOpen) this.probe()
  }

  /** Counts a failure that is independent of the event. Returns Paused once the breaker is open. */
  failed(): Paused | undefined {
    const failures = ++this.failures
    if (failures < FAILURES_TO_OPEN) return undefined
    this.isOpen = true
    const { firstMs, maxMs } = this.options
    const delayMs = Math.min(firstMs * 2 ** (failures - FAILURES_TO_OPEN), maxMs) * randomJitter()
    // the last of several concurrent failures determines the delay
    this.clock.after(delayMs, () => this.isOpen && failures === this.failures && this.probe())
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
