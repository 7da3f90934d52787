import { envelope, type Envelope, accountOfEvent } from '@daymark/contracts'
import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream'
import { DeliveryQueue, type RetryDelays } from './delivery-queue.ts'
import { eventSubject } from './jetstream.ts'
import { type ConsumerOptions, type OnInvalidEvent, TransportClosed } from './transport.ts'

/**
 * Maximum size of a message: ten times the largest event, which contains the ids of 1,000 photos. Parsing larger messages would block the
 * process.
 */
const MAX_MESSAGE_BYTES = 1024 * 1024
/** JSON escapes of text that Postgres cannot store: NUL and lone surrogates. JSON.stringify does not escape complete pairs. */
const UNSTORABLE_ESCAPE = /\\u(0000|d[89a-f][0-9a-f]{2})/i

/** Thrown for a message on the bus that is not a valid event. Redelivery cannot help, so the message is dropped, logged and counted. */
export class InvalidEvent extends Error {
  override name = 'InvalidEvent'
}

/** Parses and validates a message of the bus as an event of this type. */
export function readEvent(type: string, bytes: Uint8Array): Envelope {
  if (bytes.length > MAX_MESSAGE_BYTES) throw new InvalidEvent(`The message has ${bytes.length} bytes.`)
  const text = new TextDecoder().decode(bytes)
  if (UNSTORABLE_ESCAPE.test(text) && !isStorable(parseJson(text)))
    throw new InvalidEvent('The message contains text that cannot be stored.')
  const parsedEnvelope = envelope.safeParse(parseJson(text))
  if (!parsedEnvelope.success)
    throw new InvalidEvent(`The envelope is not valid: ${parsedEnvelope.error.issues[0]?.path.join('.')}.`)
  if (parsedEnvelope.data.type !== type)
    throw new InvalidEvent('The type of the event differs from the subject of the message.')
  return parsedEnvelope.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidEvent('The message is not JSON.')
  }
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorable(inner))
}

/**
 * Redelivery times are rounded to this step. The server scans all pending messages at each redelivery time, so there should be few
 * different times.
 */
const REDELIVERY_STEP_MS = 250
/** Maximum delay while few messages are delayed, so that a process that starts during the delay soon receives messages. */
const MAX_DELAY_MS = 10_000
/**
 * Maximum rate of redeliveries. The server sends redeliveries before new messages, so a higher rate could delay the new messages of other
 * owners without limit.
 */
const REDELIVERIES_PER_SECOND = 200

/** Chooses the redelivery delay of messages that are returned to the server. */
export class RedeliverySchedule {
  /** Time of the last scheduled redelivery of each owner. */
  private readonly lastRedeliveryTimes = new Map<string, number>()
  /** Number of redeliveries per step. */
  private readonly countsByStep = new Map<number, number>()
  private total = 0
  private currentStep = 0

  /**
   * Returns the redelivery delay in ms for a message of an owner. The messages of an owner are redelivered one after another at twice the
   * rate at which they can be handled, because returning a message a second time costs less than an idle process.
   */
  delayFor(owner: string, handlingMs: number, now = performance.now()): number {
    this.removePastSteps(now)
    const maxDelay = Math.max(MAX_DELAY_MS, (this.total * 1000) / REDELIVERIES_PER_SECOND)
    const redeliveryTime = Math.min(
      Math.max(now, this.lastRedeliveryTimes.get(owner) ?? 0) + handlingMs / 2,
      now + maxDelay,
    )
    this.lastRedeliveryTimes.set(owner, redeliveryTime)
    const delay = Math.ceil((redeliveryTime - now) / REDELIVERY_STEP_MS) * REDELIVERY_STEP_MS
    const step = stepOf(now + delay)
    this.countsByStep.set(step, (this.countsByStep.get(step) ?? 0) + 1)
    this.total++
    return delay
  }

  private removePastSteps(now: number): void {
    if (stepOf(now) === this.currentStep) return
    this.currentStep = stepOf(now)
    for (const [step, count] of this.countsByStep) {
      if (step >= this.currentStep) continue
      this.countsByStep.delete(step)
      this.total -= count
    }
    for (const [owner, redeliveryTime] of this.lastRedeliveryTimes)
      if (redeliveryTime <= now) this.lastRedeliveryTimes.delete(owner)
  }
}

const stepOf = (ms: number): number => Math.floor(ms / REDELIVERY_STEP_MS)

/** Maximum number of accepted events of one owner, and in total, per unit of concurrency. A low limit leaves events to other processes. */
const [MAX_PER_OWNER, MAX_TOTAL] = [32, 256]
/** Approximate time to handle one event while others are handled concurrently, in ms. */
const ESTIMATED_HANDLING_MS = 1

/**
 * Maximum redelivery delay of events with an unknown type. Such events are for a newer version of the service, which runs at the same time
 * or will be started again.
 */
const MAX_UNKNOWN_TYPE_DELAY_MS = 300_000
const unknownTypeDelayMs = ({ info }: JsMsg): number =>
  Math.min(MAX_UNKNOWN_TYPE_DELAY_MS, 500 * 2 ** Math.min(info.deliveryCount, 20))

type EventConsumerOptions = {
  retryDelays: RetryDelays
  ackWaitMs: number
  onError: (error: unknown) => void
  onInvalidEvent: OnInvalidEvent
}

/**
 * Reads the messages of one consumer from JetStream. Messages of an owner beyond the limit are returned to the server and redelivered
 * later, so that other owners are served and other processes can take them.
 */
export class EventConsumer {
  private readonly queue: DeliveryQueue
  private readonly inFlightByOwner = new Map<string, number>()
  private total = 0
  private readonly redeliverySchedule = new RedeliverySchedule()
  private readonly types: Set<string>
  private readonly concurrency: number

  constructor(
    private readonly messages: ConsumerMessages[],
    consumer: ConsumerOptions,
    private readonly options: EventConsumerOptions,
  ) {
    this.types = new Set(consumer.types)
    this.concurrency = consumer.concurrency
    this.queue = new DeliveryQueue(consumer, options.retryDelays)
  }

  async run(): Promise<void> {
    await Promise.all(this.messages.map(consumerMessages => this.read(consumerMessages)))
  }
  private async read(messages: ConsumerMessages): Promise<void> {
    for await (const message of messages) {
      const type = message.subject.slice(eventSubject('').length)
      if (this.types.has(type)) this.acceptMessage(message, type)
      else message.nak(unknownTypeDelayMs(message))
    }
  }
  async stop(): Promise<void> {
    for (const consumerMessages of this.messages) consumerMessages.stop()
    await this.queue.stop()
  }

  private acceptMessage(message: JsMsg, type: string): void {
    let event: Envelope
    try {
      event = readEvent(type, message.data)
    } catch (error) {
      message.term()
      this.options.onInvalidEvent(type, error)
      return
    }
    const owner = accountOfEvent(event)
    const isFull =
      (this.inFlightByOwner.get(owner) ?? 0) >= MAX_PER_OWNER * this.concurrency ||
      this.total >= MAX_TOTAL * this.concurrency
    if (isFull) message.nak(this.redeliverySchedule.delayFor(owner, ESTIMATED_HANDLING_MS))
    else void this.handle(message, event, owner)
  }

  private async handle(message: JsMsg, event: Envelope, owner: string): Promise<void> {
    this.addToCounts(owner, 1)
    // Prevents the server from redelivering a queued event to another process.
    const heartbeat = setInterval(() => message.working(), this.options.ackWaitMs / 3)
    try {
      await this.queue.push(event)
      message.ack()
    } catch (error) {
      if (error instanceof TransportClosed) message.nak()
      else this.options.onError(error)
    } finally {
      clearInterval(heartbeat)
      this.addToCounts(owner, -1)
    }
  }

  private addToCounts(owner: string, delta: 1 | -1): void {
    this.total += delta
    const n = (this.inFlightByOwner.get(owner) ?? 0) + delta
    if (n > 0) this.inFlightByOwner.set(owner, n)
    else this.inFlightByOwner.delete(owner)
  }
}
