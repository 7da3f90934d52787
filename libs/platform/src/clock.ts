/** Time as the services see it, so that tests can move it. */
export class Clock {
  now(): Date {
    return new Date()
  }
  /** Keeps no process alive. */
  after(ms: number, run: () => void): void {
    setTimeout(run, ms).unref()
  }
}
