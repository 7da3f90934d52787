/** Time as the services see it, so that tests can move it. */
export class Clock {
  now(): Date {
    return new Date()
  }
  /** The time of day when the process began, and on from there: somebody who sets the machine's clock does not move it. */
  steady(): Date {
    return new Date(performance.timeOrigin + performance.now())
  }
}
