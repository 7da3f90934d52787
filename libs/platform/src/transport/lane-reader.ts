import { ownerOf, type Envelope } from '@daymark/contracts'
import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream'
import { subject } from './jetstream.ts'
import { Lane, type Retry } from './lane.ts'
import { readEvent } from './read-event.ts'
import { Returns } from './returns.ts'
import { TransportClosed, type LaneOptions, type OnInvalid } from './transport.ts'

/** Events in hand for each that is handled at once, of one owner and of all: few enough to be shared with other processes. */
const [OF_ONE, OF_ALL] = [32, 256]
/** About what one event takes, with others at the same time. */
const EACH_MS = 1

/** An event that this process does not know is for one of a newer version, which runs beside it or will again: it is not lost. */
const LONGEST_AGAIN_MS = 300_000
const againInMs = ({ info }: JsMsg): number => Math.min(LONGEST_AGAIN_MS, 500 * 2 ** Math.min(info.deliveryCount, 20))

export type ReaderOptions = {
  retry: Retry
  ackWaitMs: number
  onError: (error: unknown) => void
  onInvalid: OnInvalid
}

/**
 * Takes the messages of one lane in hand. An owner who already has a share in hand gets the rest of his again later: the server
 * keeps it meanwhile, other owners pass, and other processes may take it.
 */
export class LaneReader {
  private readonly lane: Lane
  private readonly inHand = new Map<string, number>()
  private total = 0
  private readonly returns = new Returns()
  private readonly types: Set<string>
  private readonly concurrency: number

  constructor(
    private readonly messages: ConsumerMessages[],
    lane: LaneOptions,
    private readonly options: ReaderOptions,
  ) {
    this.types = new Set(lane.types)
    this.concurrency = lane.concurrency
    this.lane = new Lane(lane, options.retry)
  }

  async run(): Promise<void> {
    await Promise.all(this.messages.map(some => this.read(some)))
  }
  private async read(messages: ConsumerMessages): Promise<void> {
    for await (const message of messages) {
      const type = message.subject.slice(subject('').length)
      if (this.types.has(type)) this.take(message, type)
      else message.nak(againInMs(message))
    }
  }
  async stop(): Promise<void> {
    for (const some of this.messages) some.stop()
    await this.lane.stop()
  }

  private take(message: JsMsg, type: string): void {
    let event: Envelope
    try {
      event = readEvent(type, message.data)
    } catch (error) {
      message.term()
      this.options.onInvalid(type, error)
      return
    }
    const owner = ownerOf(event)
    const isFull = (this.inHand.get(owner) ?? 0) >= OF_ONE * this.concurrency || this.total >= OF_ALL * this.concurrency
    if (isFull) message.nak(this.returns.after(owner, EACH_MS))
    else void this.handle(message, event, owner)
  }

  private async handle(message: JsMsg, event: Envelope, owner: string): Promise<void> {
    this.count(owner, 1)
    // an event that waits for its turn or its next try is not for another process
    const beat = setInterval(() => message.working(), this.options.ackWaitMs / 3)
    try {
      await this.lane.push(event)
      message.ack()
    } catch (error) {
      if (error instanceof TransportClosed) message.nak()
      else this.options.onError(error)
    } finally {
      clearInterval(beat)
      this.count(owner, -1)
    }
  }

  private count(owner: string, by: 1 | -1): void {
    this.total += by
    const n = (this.inHand.get(owner) ?? 0) + by
    if (n > 0) this.inHand.set(owner, n)
    else this.inHand.delete(owner)
  }
}
