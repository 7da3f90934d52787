import { Clock } from '@daymark/platform'

/** A clock that a test can advance. It starts at the real time, so that tokens and cookies created in the test are valid. */
export class FakeClock extends Clock {
  private advancedMs = 0
  private readonly pendingTimers = new Set<{ runAtMs: number; run: () => void }>()
  private systemClockOffsetMs = 0
  private heldAtMs: number | undefined
  override now(): Date {
    return new Date((this.heldAtMs ?? Date.now()) + this.advancedMs + this.systemClockOffsetMs)
  }
  /** Runs the timer when the test has advanced the clock far enough, and, unless the clock is held, also when the real time has passed. */
  override after(ms: number, run: () => void): void {
    const timer = { runAtMs: this.now().getTime() + ms, run: () => void (this.pendingTimers.delete(timer) && run()) }
    this.pendingTimers.add(timer)
    setTimeout(() => (this.heldAtMs === undefined || timer.runAtMs <= +this.now()) && timer.run(), ms).unref()
  }
  override monotonicNow(): Date {
    return new Date(+super.monotonicNow() + this.advancedMs)
  }
  /** Stops the clock: from now on, only `advance` changes the time. For tests of intervals that a busy machine could exceed. */
  hold(): void {
    this.heldAtMs ??= Date.now()
  }
  /** Advances the clock and runs the timers that are due by then. */
  advance(ms: number): void {
    this.advancedMs += ms
    for (const { runAtMs, run } of [...this.pendingTimers].sort((a, b) => a.runAtMs - b.runAtMs))
      if (runAtMs <= this.now().getTime()) run()
  }
  /** Simulates a change of the system clock: `now` changes, but `monotonicNow` does not, and no timer runs. */
  jump(ms: number): void {
    this.systemClockOffsetMs += ms
  }
}
