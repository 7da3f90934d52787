import { Clock } from '@daymark/platform'

/** Time that a test moves. Starts at the real time, so that tokens and cookies look natural. */
export class FakeClock extends Clock {
  private offset = 0
  override now(): Date {
    return new Date(Date.now() + this.offset)
  }
  advance(ms: number): void {
    this.offset += ms
  }
}
