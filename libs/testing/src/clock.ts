import { Clock } from '@daymark/platform'

/** Time that a test moves. Starts at the real time, so that tokens and cookies look natural. */
export class FakeClock extends Clock {
  private offset = 0
  private readonly due = new Set<{ at: number; run: () => void }>()
  private jumped = 0
  private held: number | undefined
  override now(): Date {
    return new Date((this.held ?? Date.now()) + this.offset + this.jumped)
  }
  /** When the real time has passed, unless the clock is held, or a test has moved the clock so far. */
  override after(ms: number, run: () => void): void {
    const waiting = { at: this.now().getTime() + ms, run: () => void (this.due.delete(waiting) && run()) }
    this.due.add(waiting)
    setTimeout(() => (this.held === undefined || waiting.at <= +this.now()) && waiting.run(), ms).unref()
  }
  override steady(): Date {
    return new Date(+super.steady() + this.offset)
  }
  /** From now on time passes only by `advance`: for what comes again after so few seconds that a busy machine may look too late. */
  hold(): void {
    this.held ??= Date.now()
  }
  /** Time passes. */
  advance(ms: number): void {
    this.offset += ms
    for (const { at, run } of [...this.due].sort((one, other) => one.at - other.at))
      if (at <= this.now().getTime()) run()
  }
  /** Somebody sets the machine's clock. */
  jump(ms: number): void {
    this.jumped += ms
  }
}
