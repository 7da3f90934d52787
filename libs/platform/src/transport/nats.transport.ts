import type { Envelope } from '@daymark/contracts'
import {
  jetstream,
  jetstreamManager,
  type ConsumerMessages,
  type JetStreamClient,
  type JetStreamManager,
  type JsMsg,
} from '@nats-io/jetstream'
import { connect, type NatsConnection, type NodeConnectionOptions } from '@nats-io/transport-node'
import type { ClientProxy, CustomTransportStrategy } from '@nestjs/microservices'
import type { RpcKeys } from '../rpc/rpc-keys.ts'
import { CallSigner, CallVerifier, type Refusal } from '../rpc/signed-call.ts'
import { durableOf, ensureConsumer, ensureStream, STREAM, subject } from './jetstream.ts'
import { Lane, type Retry } from './lane.ts'
import { isOpen, OPEN, untilAccepted } from './nats-connection.ts'
import { RequestServer } from './nats-server.ts'
import { SigningClient } from './signing-client.ts'
import { TransportClosed, type LaneOptions, type Transport } from './transport.ts'

/** A page of 1,000 photos travels in one answer (deploy/nats/nats.conf). */
const MIN_PAYLOAD = 8 * 1024 * 1024
export type NatsOptions = {
  connection: NodeConnectionOptions
  keys: RpcKeys
  replicas: number
  ackWaitMs: number
  shutdownMs: number
  retry: Retry
  onError: (error: unknown) => void
  onRefusal: (subject: string, why: Refusal) => void
}

/** Services in many processes: requests over Nest's own NATS transport, events over one JetStream stream. */
export class NatsTransport implements Transport {
  readonly kind = 'nats'
  private readonly lanes: { lane: Lane; messages: ConsumerMessages }[] = []
  private readonly pending: LaneOptions[] = []
  private readonly tails = new Map<string, Promise<void>>()
  private closed = false
  private readonly connection: NatsConnection
  private readonly js: JetStreamClient
  private readonly options: NatsOptions

  private constructor(connection: NatsConnection, options: NatsOptions) {
    this.connection = connection
    this.js = jetstream(connection)
    this.options = options
  }

  static async connect(options: NatsOptions): Promise<NatsTransport> {
    await untilAccepted(options.connection, options.onError)
    const connection = await connect({ ...options.connection, waitOnFirstConnect: true })
    if (isOpen(connection)) options.onError(new Error(OPEN))
    const room = connection.info?.max_payload ?? 0
    if (room < MIN_PAYLOAD)
      options.onError(
        new Error(`nats-server allows messages of ${room} bytes; set max_payload to ${MIN_PAYLOAD} or more.`),
      )
    const transport = new NatsTransport(connection, options)
    try {
      await ensureStream(await jetstreamManager(connection, { checkAPI: false }), options.replicas)
      return transport
    } catch (error) {
      await connection.close()
      throw error
    }
  }

  server(service: string): CustomTransportStrategy {
    const { connection, shutdownMs, keys, onRefusal } = this.options
    const verifier = new CallVerifier(keys.trusted, keys.secret)
    return new RequestServer(
      { ...connection, queue: service },
      { shutdownMs, verifier, onRefusal },
    ) as CustomTransportStrategy
  }
  client(): ClientProxy {
    const { connection, keys } = this.options
    const signer = keys.signing && new CallSigner(keys.signing, keys.secret)
    return new SigningClient({ ...connection }, signer) as unknown as ClientProxy
  }

  publish(event: Envelope): Promise<void> {
    const before = this.tails.get(event.subject) ?? Promise.resolve()
    const mine = before.catch(() => {}).then(() => this.untilStored(event))
    this.tails.set(event.subject, mine)
    const forget = () => {
      if (this.tails.get(event.subject) === mine) this.tails.delete(event.subject)
    }
    mine.then(forget, forget)
    return mine
  }

  async subscribe(options: LaneOptions): Promise<void> {
    this.pending.push(options)
  }

  async listen(types: string[], hear: (event: Envelope) => void): Promise<void> {
    for (const type of types) {
      const subscription = this.connection.subscribe(subject(type))
      void (async () => {
        for await (const message of subscription) hear(message.json<Envelope>())
      })().catch(this.options.onError)
    }
  }

  async open(): Promise<void> {
    const manager = await jetstreamManager(this.connection, { checkAPI: false })
    for (const options of this.pending.splice(0)) await this.consume(manager, options)
  }

  async ready(): Promise<void> {
    if (this.connection.isClosed()) throw new TransportClosed()
    await this.connection.flush()
  }

  async drain(): Promise<void> {
    this.closed = true
    await Promise.all(this.lanes.map(async l => (l.messages.stop(), l.lane.stop())))
    await Promise.allSettled(this.tails.values())
  }
  async close(): Promise<void> {
    if (!this.closed) await this.drain()
    await this.connection.drain().catch(() => {})
  }

  private async untilStored(event: Envelope): Promise<void> {
    for (let wait = 100; ; wait = Math.min(wait * 2, 5000)) {
      if (this.closed) throw new TransportClosed()
      try {
        await this.js.publish(subject(event.type), JSON.stringify(event), { msgID: event.id, timeout: 5000 })
        return
      } catch (error) {
        this.options.onError(error)
        await new Promise(resolve => setTimeout(resolve, wait))
      }
    }
  }

  private async consume(manager: JetStreamManager, options: LaneOptions): Promise<void> {
    const { ackWaitMs } = this.options
    await ensureConsumer(manager, options, { ackWaitMs, version: this.connection.info?.version })
    // a little more than can be worked on, so that a slow lane leaves the rest for other replicas
    const window = Math.max(8, options.concurrency * 2)
    const consumer = await this.js.consumers.get(STREAM, durableOf(options))
    const messages = await consumer.consume({ max_messages: window })
    const lane = new Lane(options, this.options.retry)
    this.lanes.push({ lane, messages })
    void this.pump(messages, lane, window, new Set(options.types)).catch(this.options.onError)
  }

  private async pump(messages: ConsumerMessages, lane: Lane, window: number, types: Set<string>): Promise<void> {
    const inHand = new Set<Promise<void>>()
    for await (const message of messages) {
      if (!types.has(message.subject.slice(subject('').length))) {
        message.ack()
        continue
      }
      const handled: Promise<void> = this.handle(message, lane).finally(() => inHand.delete(handled))
      inHand.add(handled)
      if (inHand.size >= window) await Promise.race(inHand)
    }
  }

  private async handle(message: JsMsg, lane: Lane): Promise<void> {
    // long work and waiting for a turn both tell the server that the message is in good hands
    const beat = setInterval(() => message.working(), this.options.ackWaitMs / 3)
    try {
      await lane.push(message.json<Envelope>())
      message.ack()
    } catch (error) {
      if (error instanceof TransportClosed) message.nak()
      else this.options.onError(error)
    } finally {
      clearInterval(beat)
    }
  }
}
