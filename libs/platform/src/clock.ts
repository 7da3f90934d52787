/** The time source of all services; tests replace it. */
export class Clock {
  now(): Date {
    return new Date()
  }
  /** Calls `run` after `ms`. The timer does not keep the process alive. */
  after(ms: number, run: () => void): void {
    setTimeout(run, ms).unref()
  }
  /** Monotonic time that starts at the time of day of the process start; changes of the system clock do not affect it. */
  steady(): Date {
    return new Date(performance.timeOrigin + performance.now())
  }
}
