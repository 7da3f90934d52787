import { Clock } from '@daymark/platform'

/** A clock that a test controls. It starts at the real time, so that tokens and cookies are valid. */
export class FakeClock extends Clock {
  private offset = 0
  private readonly due = new Set<{ at: number; run: () => void }>()
  private jumped = 0
  private held: number | undefined
  override now(): Date {
    return new Date((this.held ?? Date.now()) + this.offset + this.jumped)
  }
  /** Runs after the real time has passed (unless the clock is held), or when the test has advanced the clock far enough. */
  override after(ms: number, run: () => void): void {
    const waiting = { at: this.now().getTime() + ms, run: () => void (this.due.delete(waiting) && run()) }
    this.due.add(waiting)
    setTimeout(() => (this.held === undefined || waiting.at <= +this.now()) && waiting.run(), ms).unref()
  }
  override steady(): Date {
    return new Date(+super.steady() + this.offset)
  }
  /** Time passes only by `advance` from now on, for intervals that a busy machine could exceed. */
  hold(): void {
    this.held ??= Date.now()
  }
  /** Lets time pass and runs due timers. */
  advance(ms: number): void {
    this.offset += ms
    for (const { at, run } of [...this.due].sort((one, other) => one.at - other.at))
      if (at <= this.now().getTime()) run()
  }
  /** Simulates a change of the system clock. */
  jump(ms: number): void {
    this.jumped += ms
  }
}
