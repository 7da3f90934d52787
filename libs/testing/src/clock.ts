import { Clock } from '@daymark/platform'

/** A clock that a test can advance. It starts at the real time, so that tokens and cookies created in the test are valid. */
export class FakeClock extends Clock {
  private offset = 0
  private readonly due = new Set<{ at: number; run: () => void }>()
  private jumped = 0
  private held: number | undefined
  override now(): Date {
    return new Date((this.held ?? Date.now()) + this.offset + this.jumped)
  }
  /** Runs the timer when the test has advanced the clock far enough, and, unless the clock is held, also when the real time has passed. */
  override after(ms: number, run: () => void): void {
    const waiting = { at: this.now().getTime() + ms, run: () => void (this.due.delete(waiting) && run()) }
    this.due.add(waiting)
    setTimeout(() => (this.held === undefined || waiting.at <= +this.now()) && waiting.run(), ms).unref()
  }
  override steady(): Date {
    return new Date(+super.steady() + this.offset)
  }
  /** Stops the clock: from now on, only `advance` changes the time. For tests of intervals that a busy machine could exceed. */
  hold(): void {
    this.held ??= Date.now()
  }
  /** Advances the clock and runs the timers that are due by then. */
  advance(ms: number): void {
    this.offset += ms
    for (const { at, run } of [...this.due].sort((one, other) => one.at - other.at))
      if (at <= this.now().getTime()) run()
  }
  /** Simulates that someone sets the system clock: `now` changes, but `steady` does not, and no timer runs. */
  jump(ms: number): void {
    this.jumped += ms
  }
}
