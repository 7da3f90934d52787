import type { Envelope } from '@daymark/contracts'
import {
  type ConsumerMessages,
  jetstream,
  jetstreamManager,
  type JetStreamClient,
  type JetStreamManager,
} from '@nats-io/jetstream'
import { connect, type NatsConnection, type NodeConnectionOptions } from '@nats-io/transport-node'
import type { ClientProxy, CustomTransportStrategy } from '@nestjs/microservices'
import type { RpcKeys } from '../rpc/rpc-keys.ts'
import { CallSigner, CallVerifier, type Refusal } from '../rpc/signed-call.ts'
import { ensureConsumer, ensureStream, patiently, type Place, placesOf, STREAM, subject } from './jetstream.ts'
import type { Retry } from './lane.ts'
import { LaneReader } from './lane-reader.ts'
import { isOpen, OPEN, untilAccepted } from './nats-connection.ts'
import { RequestServer } from './nats-server.ts'
import { readEvent } from './read-event.ts'
import { SigningClient } from './signing-client.ts'
import { TransportClosed, type LaneOptions, type OnInvalid, type Transport } from './transport.ts'

/** A page of 1,000 photos travels in one answer (deploy/nats/nats.conf). */
const MIN_PAYLOAD = 8 * 1024 * 1024
/** Messages on their way to this process; the reader takes or returns each at once. */
const AHEAD = 256
export type NatsOptions = {
  connection: NodeConnectionOptions
  keys: RpcKeys
  replicas: number
  ackWaitMs: number
  shutdownMs: number
  retry: Retry
  onError: (error: unknown) => void
  onInvalid: OnInvalid
  onRefusal: (subject: string, why: Refusal) => void
}

/** Services in many processes: requests over Nest's own NATS transport, events over one JetStream stream. */
export class NatsTransport implements Transport {
  readonly kind = 'nats'
  private readonly lanes: LaneReader[] = []
  private readonly pending: LaneOptions[] = []
  private readonly tails = new Map<string, Promise<void>>()
  private closed = false
  private readonly js: JetStreamClient

  private constructor(
    private readonly connection: NatsConnection,
    private readonly options: NatsOptions,
  ) {
    this.js = jetstream(connection)
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

  async listen(types: string[], onEvent: (event: Envelope) => void): Promise<void> {
    for (const type of types) {
      const subscription = this.connection.subscribe(subject(type))
      void (async () => {
        for await (const message of subscription) this.notify(type, message.data, onEvent)
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
    await Promise.all(this.lanes.map(l => l.stop()))
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
    const { retry, ackWaitMs, onError, onInvalid } = this.options
    const places = placesOf(options, this.connection.info?.version)
    const messages: ConsumerMessages[] = []
    for (const place of places) messages.push(await this.take(manager, place, ackWaitMs))
    const reader = new LaneReader(messages, options, { retry, ackWaitMs, onError, onInvalid })
    this.lanes.push(reader)
    void reader.run().catch(onError)
  }
  private async take(manager: JetStreamManager, place: Place, ackWaitMs: number): Promise<ConsumerMessages> {
    await ensureConsumer(manager, place, ackWaitMs)
    const consumer = await patiently(() => this.js.consumers.get(STREAM, place.durable))
    return consumer.consume({ max_messages: AHEAD })
  }

  /** One message that is no event, or that its listener chokes on, must not end the listening. */
  private notify(type: string, data: Uint8Array, onEvent: (event: Envelope) => void): void {
    try {
      onEvent(readEvent(type, data))
    } catch (error) {
      this.options.onInvalid(type, error)
    }
  }
}
