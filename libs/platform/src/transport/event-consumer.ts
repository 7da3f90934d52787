import { ownerOf, type Envelope } from '@daymark/contracts'
import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream'
import { subject } from './jetstream.ts'
import { DeliveryQueue, type Retry } from './delivery-queue.ts'
import { readEvent } from './read-event.ts'
import { RedeliverySchedule } from './redelivery.ts'
import { TransportClosed, type ConsumerOptions, type OnInvalid } from './transport.ts'

/** Maximum number of accepted events per concurrent delivery, for one owner and in total. A low limit leaves events to other processes. */
const [MAX_PER_OWNER, MAX_TOTAL] = [32, 256]
/** Approximate time to handle one event while others are handled concurrently, in ms. */
const HANDLING_MS = 1

/**
 * Maximum delay of redelivery for events of an unknown type. They are for a newer version, which runs at the same time or will be started
 * again.
 */
const MAX_RETRY_DELAY_MS = 300_000
const retryDelayMs = ({ info }: JsMsg): number =>
  Math.min(MAX_RETRY_DELAY_MS, 500 * 2 ** Math.min(info.deliveryCount, 20))

export type EventConsumerOptions = {
  retry: Retry
  ackWaitMs: number
  onError: (error: unknown) => void
  onInvalid: OnInvalid
}

/**
 * Reads the messages of one consumer from JetStream. Messages of an owner beyond the limit are returned to the server and redelivered
 * later, so that other owners are served and other processes can take them.
 */
export class EventConsumer {
  private readonly queue: DeliveryQueue
  private readonly inFlight = new Map<string, number>()
  private total = 0
  private readonly redelivery = new RedeliverySchedule()
  private readonly types: Set<string>
  private readonly concurrency: number

  constructor(
    private readonly messages: ConsumerMessages[],
    consumer: ConsumerOptions,
    private readonly options: EventConsumerOptions,
  ) {
    this.types = new Set(consumer.types)
    this.concurrency = consumer.concurrency
    this.queue = new DeliveryQueue(consumer, options.retry)
  }

  async run(): Promise<void> {
    await Promise.all(this.messages.map(consumerMessages => this.read(consumerMessages)))
  }
  private async read(messages: ConsumerMessages): Promise<void> {
    for await (const message of messages) {
      const type = message.subject.slice(subject('').length)
      if (this.types.has(type)) this.accept(message, type)
      else message.nak(retryDelayMs(message))
    }
  }
  async stop(): Promise<void> {
    for (const consumerMessages of this.messages) consumerMessages.stop()
    await this.queue.stop()
  }

  private accept(message: JsMsg, type: string): void {
    let event: Envelope
    try {
      event = readEvent(type, message.data)
    } catch (error) {
      message.term()
      this.options.onInvalid(type, error)
      return
    }
    const owner = ownerOf(event)
    const isFull =
      (this.inFlight.get(owner) ?? 0) >= MAX_PER_OWNER * this.concurrency || this.total >= MAX_TOTAL * this.concurrency
    if (isFull) message.nak(this.redelivery.delayFor(owner, HANDLING_MS))
    else void this.handle(message, event, owner)
  }

  private async handle(message: JsMsg, event: Envelope, owner: string): Promise<void> {
    this.count(owner, 1)
    // keeps the server from redelivering a queued event to another process
    const heartbeat = setInterval(() => message.working(), this.options.ackWaitMs / 3)
    try {
      await this.queue.push(event)
      message.ack()
    } catch (error) {
      if (error instanceof TransportClosed) message.nak()
      else this.options.onError(error)
    } finally {
      clearInterval(heartbeat)
      this.count(owner, -1)
    }
  }

  private count(owner: string, by: 1 | -1): void {
    this.total += by
    const n = (this.inFlight.get(owner) ?? 0) + by
    if (n > 0) this.inFlight.set(owner, n)
    else this.inFlight.delete(owner)
  }
}
