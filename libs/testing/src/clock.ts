import { Clock } from '@daymark/platform'

/** Time that a test moves. Starts at the real time, so that tokens and cookies look natural. */
export class FakeClock extends Clock {
  private offset = 0
  private jumped = 0
  override now(): Date {
    return new Date(Date.now() + this.offset + this.jumped)
  }
  override steady(): Date {
    return new Date(+super.steady() + this.offset)
  }
  /** Time passes. */
  advance(ms: number): void {
    this.offset += ms
  }
  /** Somebody sets the machine's clock. */
  jump(ms: number): void {
    this.jumped += ms
  }
}
