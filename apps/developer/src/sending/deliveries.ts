import { finishedWithin } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Attempt } from './attempt.ts'
import { DeliveryQueue } from './delivery-queue.ts'
import { Outcomes } from './outcomes.ts'
import type { Taken } from './taken.ts'

const LAST_MOMENT_MS = 1000

/** One attempt of what was taken, and what becomes of it. */
@Injectable()
export class Deliveries {
  private readonly ending = new AbortController()
  constructor(
    private readonly attempt: Attempt,
    private readonly outcomes: Outcomes,
    private readonly queue: DeliveryQueue,
  ) {}

  /** `answered`: the receiver has nothing more to do; that is still to be written down. */
  async send(delivery: Taken, answered: () => void = () => {}): Promise<void> {
    const { signal } = this.ending
    const outcome = await this.attempt.send(delivery, signal).finally(answered)
    // the process ends: no fault of the receiver
    if (signal.aborted && outcome.answer === null) return this.queue.giveBack(delivery)
    const dueAt = await this.outcomes.record(delivery, outcome)
    if (dueAt) this.queue.wakeAt(dueAt)
  }

  async stop(all: Promise<unknown>): Promise<void> {
    await finishedWithin(all, LAST_MOMENT_MS)
    this.ending.abort()
    await all
  }
}
