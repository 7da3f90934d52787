/**
 * Redelivery times are rounded to this step: the server scans all pending messages at each redelivery time, so there should be few of them.
 */
const STEP_MS = 250
/** Maximum delay while few messages are delayed, so that a process that starts in the meantime finds work. */
const MAX_DELAY_MS = 10_000
/**
 * Maximum rate of redeliveries. The server sends them before new messages, so more of them would delay the new messages of other owners
 * without limit.
 */
const REDELIVERIES_PER_SECOND = 200

/** Chooses the redelivery delay of messages that are returned to the server. */
export class RedeliverySchedule {
  private readonly next = new Map<string, number>()
  /** Number of redeliveries per step. */
  private readonly scheduled = new Map<number, number>()
  private total = 0
  private currentStep = 0

  /**
   * The delay in ms for the next returned message of an owner. Messages return one after another at twice the rate at which they can
   * be handled, because a second return costs less than an idle process.
   */
  delayFor(owner: string, handlingMs: number, now = performance.now()): number {
    this.removePast(now)
    const maxDelay = Math.max(MAX_DELAY_MS, (this.total * 1000) / REDELIVERIES_PER_SECOND)
    const at = Math.min(Math.max(now, this.next.get(owner) ?? 0) + handlingMs / 2, now + maxDelay)
    this.next.set(owner, at)
    const delay = Math.ceil((at - now) / STEP_MS) * STEP_MS
    const step = stepOf(now + delay)
    this.scheduled.set(step, (this.scheduled.get(step) ?? 0) + 1)
    this.total++
    return delay
  }

  private removePast(now: number): void {
    if (stepOf(now) === this.currentStep) return
    this.currentStep = stepOf(now)
    for (const [step, count] of this.scheduled) {
      if (step >= this.currentStep) continue
      this.scheduled.delete(step)
      this.total -= count
    }
    for (const [owner, at] of this.next) if (at <= now) this.next.delete(owner)
  }
}

const stepOf = (ms: number): number => Math.floor(ms / STEP_MS)
