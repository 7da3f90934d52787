import type { Clock } from '../async/time.ts'
import { Paused } from '../transport/transport.ts'

/** Number of consecutive failures that open the breaker. A single failure may concern only one event. */
const FAILURES_TO_OPEN = 3
/** A random factor between 0.5 and 1 for the delay, so that several processes do not probe at the same time. */
const randomJitter = (): number => 0.5 + Math.random() / 2

export type BreakerOptions = { firstDelayMs: number; maxDelayMs: number }

/**
 * Protects one subscriber. While a dependency is unavailable, one event at a time is delivered as a probe, each time another event, with
 * growing delays between the probes. The first success closes the breaker and resumes all waiting events.
 */
export class CircuitBreaker {
  isOpen = false
  private failures = 0
  /** Whether the next event may probe the dependency. */
  private isProbeDue = false
  private readonly resumeCallbacks: (() => void)[] = []

  constructor(
    private readonly clock: Clock,
    private readonly options: BreakerOptions,
  ) {}

  /** Throws Paused while the breaker is open and no probe is due. */
  admitEvent(): void {
    if (!this.isOpen) return
    if (!this.isProbeDue) throw this.createPaused()
    this.isProbeDue = false
  }

  recordSuccess(): void {
    this.failures = 0
    this.isOpen = false
    for (const resume of this.resumeCallbacks.splice(0)) resume()
  }

  /** Records that an event did not use the dependency, so that another event probes it. */
  recordSkip(): void {
    if (this.isOpen) this.probe()
  }

  /** Counts a failure that is independent of the event. Returns Paused once the breaker is open. */
  recordFailure(): Paused | undefined {
    const failures = ++this.failures
    if (failures < FAILURES_TO_OPEN) return undefined
    this.isOpen = true
    const { firstDelayMs, maxDelayMs } = this.options
    const delayMs = Math.min(firstDelayMs * 2 ** (failures - FAILURES_TO_OPEN), maxDelayMs) * randomJitter()
    // The last of several concurrent failures determines the delay.
    this.clock.after(delayMs, () => this.isOpen && failures === this.failures && this.probe())
    return this.createPaused()
  }

  private probe(): void {
    this.isProbeDue = true
    this.resumeCallbacks.shift()?.()
  }

  private createPaused(): Paused {
    return new Paused(new Promise(resolve => this.resumeCallbacks.push(resolve)))
  }
}
