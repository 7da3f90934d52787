/** Time as the services see it, so that tests can move it. */
export class Clock {
  now(): Date {
    return new Date()
  }
  /** Keeps no process alive. */
  after(ms: number, run: () => void): void {
    setTimeout(run, ms).unref()
  }
  /** The time of day when the process began, and on from there: somebody who sets the machine's clock does not move it. */
  steady(): Date {
    return new Date(performance.timeOrigin + performance.now())
  }
}
