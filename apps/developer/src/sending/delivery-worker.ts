import { metrics, together } from '@daymark/platform'
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common'
import { DeveloperConfig } from '../config.ts'
import { DeveloperLog } from '../log.ts'
import { Deliveries } from './deliveries.ts'
import { DeliveryQueue } from './delivery-queue.ts'
import type { Taken } from './taken.ts'
import { Turns } from './turns.ts'

/** For what another process left, and for what is due by time alone. */
const POLL_MS = 1000
/** Places that become free within a moment are filled together. */
const LINGER_MS = 4
/** So many times what may be in flight may be answered and not written down yet. */
const UNWRITTEN = 4

/** Sends what waits: at once when something came here, in every process, until there is nothing or no room. */
@Injectable()
export class DeliveryWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly turns: Turns
  private readonly most: number
  private readonly sending = new Set<Promise<void>>()
  private interruptSleep: () => void = () => {}
  private lingering: NodeJS.Timeout | undefined
  private dirty = true
  private stopping = false
  private loop: Promise<void> = Promise.resolve()
  constructor(
    private readonly queue: DeliveryQueue,
    private readonly deliveries: Deliveries,
    private readonly log: DeveloperLog,
    config: DeveloperConfig,
  ) {
    const { deliveriesAtOnce: all, deliveriesPerHost: perHost } = config
    this.most = all
    this.turns = new Turns({ all, perHost, perOwner: Math.ceil(all / 4) })
    queue.onWake(() => this.wake())
  }

  onApplicationBootstrap(): void {
    this.observe()
    this.loop = this.run()
  }

  /** What is in flight has a moment to end; the rest is given back and sent by another process. */
  async onModuleDestroy(): Promise<void> {
    this.stopping = true
    this.wake()
    await this.loop
    await this.deliveries.stop(Promise.allSettled(this.sending))
  }

  private observe(): void {
    const depth = together(() => this.queue.depth())
    const about = { description: 'Running deliveries of this process' }
    metrics.gauge('daymark.developer.deliveries.in_flight', about, () => this.sending.size)
    const waiting = { description: 'Waiting deliveries' }
    metrics.gauge('daymark.developer.deliveries.waiting', waiting, async () => (await depth()).rows)
    const age = { description: 'Time since the oldest waiting delivery was due', unit: 's' as const }
    metrics.gauge('daymark.developer.deliveries.age', age, async () => (await depth()).oldestMs / 1000)
  }

  private wake(): void {
    clearTimeout(this.lingering)
    this.lingering = undefined
    this.dirty = true
    this.interruptSleep()
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      this.dirty = false
      await this.pass().catch(error => this.log.sendingFailed(error))
      if (!this.dirty && !this.stopping) await this.sleep()
    }
  }

  private sleep(): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, POLL_MS)
      timer.unref()
      this.interruptSleep = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  private async pass(): Promise<void> {
    // a database that is slow to write is asked for no more
    if (this.turns.room === 0 || this.sending.size >= UNWRITTEN * this.most) return
    const shares = this.turns.share(await this.queue.heads())
    if (!shares.size) return
    for (const delivery of await this.queue.take(shares)) this.begin(delivery)
  }

  /** What is answered makes room, and what is written down lets the next of its object go: so it is looked again after both. */
  private begin(delivery: Taken): void {
    this.turns.begin(delivery)
    const answered = () => {
      this.turns.end(delivery)
      this.wakeSoon()
    }
    const sending = this.deliveries.send(delivery, answered).catch(error => this.log.sendingFailed(error))
    this.sending.add(sending)
    void sending.then(() => {
      this.sending.delete(sending)
      this.wakeSoon()
    })
  }

  private wakeSoon(): void {
    if (this.turns.room === this.most) this.wake()
    else this.lingering ??= setTimeout(() => this.wake(), LINGER_MS)
  }
}
