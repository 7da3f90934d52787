import { type Envelope, accountOfEvent } from '@daymark/contracts'
import { type ConsumerOptions, Paused, TransportClosed } from './transport.ts'

/** A queue with round-robin order: items are removed in turn from each owner. */
export class RoundRobinQueue<T> {
  private readonly queues = new Map<string, T[]>()

  push(owner: string, item: T): void {
    const queue = this.queues.get(owner)
    if (queue) queue.push(item)
    else this.queues.set(owner, [item])
  }

  /** Removes the first item of the next owner for whom `canTake` is true. */
  shift(canTake: (owner: string) => boolean = () => true): T | undefined {
    for (const [owner, queue] of this.queues) {
      if (!canTake(owner)) continue
      const item = queue.shift()
      this.queues.delete(owner)
      if (queue.length) this.queues.set(owner, queue)
      return item
    }
    return undefined
  }
}

export type RetryDelays = { firstDelayMs: number; maxDelayMs: number }

/**
 * Delivers events of one consumer in order per key, at most `concurrency` at once, and retries each until it is handled. An event that
 * waits for its next attempt blocks its key but occupies no slot. Slots are assigned round-robin by owner, and one owner never uses all
 * of them, so that neither thousands of events nor slow events of one owner delay those of another.
 */
export class DeliveryQueue {
  /** The last delivery of each key. */
  private readonly lastDeliveries = new Map<string, Promise<void>>()
  private readonly waiting = new RoundRobinQueue<() => void>()
  private readonly running = new Set<Promise<void>>()
  private readonly shutdown = new AbortController()
  private freeSlots: number
  private readonly slotsByOwner = new Map<string, number>()
  private readonly maxPerOwner: number

  constructor(
    private readonly options: ConsumerOptions,
    private readonly retryDelays: RetryDelays,
  ) {
    this.freeSlots = options.concurrency
    this.maxPerOwner = Math.max(1, options.concurrency - 1)
  }

  /** Resolves when the event is handled. Rejects with TransportClosed if the queue stops before. */
  push(event: Envelope): Promise<void> {
    const previousDelivery = this.lastDeliveries.get(event.subject) ?? Promise.resolve()
    const delivery = previousDelivery.catch(() => {}).then(() => this.deliverUntilHandled(event))
    this.lastDeliveries.set(event.subject, delivery)
    const forgetDelivery = () => {
      if (this.lastDeliveries.get(event.subject) === delivery) this.lastDeliveries.delete(event.subject)
    }
    delivery.then(forgetDelivery, forgetDelivery)
    return delivery
  }

  async stop(): Promise<void> {
    this.shutdown.abort()
    for (let wake = this.waiting.shift(); wake; wake = this.waiting.shift()) wake()
    await Promise.allSettled(this.running)
  }

  private async deliverUntilHandled(event: Envelope): Promise<void> {
    for (let tries = 0; ;) {
      const failure = await this.attempt(event)
      if (!failure) return
      if (failure.error instanceof Paused) await this.waitUnlessStopped(failure.error.until)
      else {
        const { firstDelayMs, maxDelayMs } = this.retryDelays
        await this.waitBeforeRetry(Math.min(firstDelayMs * 2 ** tries++, maxDelayMs))
      }
    }
  }

  private async attempt(event: Envelope): Promise<{ error: unknown } | undefined> {
    const owner = accountOfEvent(event)
    await this.waitForSlot(owner)
    const work = this.options.deliver(event)
    const settled = work.then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    const trackedWork = settled.then(() => {})
    this.running.add(trackedWork)
    const failure = await settled
    this.running.delete(trackedWork)
    this.releaseSlot(owner)
    return failure
  }

  private async waitForSlot(owner: string): Promise<void> {
    if (this.freeSlots > 0 && this.canStart(owner)) this.acquireSlot(owner)
    else await new Promise<void>(grantSlot => this.waiting.push(owner, () => (this.acquireSlot(owner), grantSlot())))
    if (this.shutdown.signal.aborted) throw new TransportClosed()
  }
  private releaseSlot(owner: string): void {
    const remaining = (this.slotsByOwner.get(owner) ?? 1) - 1
    if (remaining > 0) this.slotsByOwner.set(owner, remaining)
    else this.slotsByOwner.delete(owner)
    this.freeSlots++
    while (this.freeSlots > 0) {
      const grantSlot = this.waiting.shift(candidate => this.canStart(candidate))
      if (!grantSlot) return
      grantSlot()
    }
  }
  private acquireSlot(owner: string): void {
    this.freeSlots--
    this.slotsByOwner.set(owner, (this.slotsByOwner.get(owner) ?? 0) + 1)
  }
  private canStart = (owner: string): boolean => (this.slotsByOwner.get(owner) ?? 0) < this.maxPerOwner

  private waitBeforeRetry(ms: number): Promise<void> {
    let timer: NodeJS.Timeout
    const delayEnd = new Promise<void>(resolve => (timer = setTimeout(resolve, ms)))
    return this.waitUnlessStopped(delayEnd).finally(() => clearTimeout(timer))
  }

  private waitUnlessStopped(waitEnd: Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const rejectStopped = () => reject(new TransportClosed())
      void waitEnd.then(() => {
        this.shutdown.signal.removeEventListener('abort', rejectStopped)
        resolve()
      })
      if (this.shutdown.signal.aborted) rejectStopped()
      else this.shutdown.signal.addEventListener('abort', rejectStopped, { once: true })
    })
  }
}
