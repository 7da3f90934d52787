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
import { CallSigner, CallVerifier, type RejectionReason, type RpcKeys } from '../rpc/signed-call.ts'
import {
  ensureConsumer,
  ensureStream,
  retryOnTimeout,
  type ConsumerSpec,
  consumersOf,
  STREAM,
  eventSubject,
} from './jetstream.ts'
import type { RetryDelays } from './delivery-queue.ts'
import { EventConsumer, readEvent } from './event-consumer.ts'
import { isUnauthenticated, OPEN_BUS_WARNING, waitForServer } from './nats-connection.ts'
import { RequestServer, SigningClient } from './nats-rpc.ts'
import { TransportClosed, type ConsumerOptions, type OnInvalidEvent, type Transport } from './transport.ts'

/** Minimum message size that nats-server must allow, in bytes: a page of 1,000 photos must fit into one message (deploy/nats/nats.conf). */
const MIN_PAYLOAD_BYTES = 8 * 1024 * 1024
/** Number of messages that nats-server sends in advance. The consumer accepts or returns each message immediately. */
const MAX_PREFETCHED_MESSAGES = 256
type NatsOptions = {
  connection: NodeConnectionOptions
  keys: RpcKeys
  replicas: number
  ackWaitMs: number
  shutdownMs: number
  retryDelays: RetryDelays
  onError: (error: unknown) => void
  onInvalidEvent: OnInvalidEvent
  onRefusal: (subject: string, reason: RejectionReason) => void
}

/** Transport for services in several processes: requests use Nest's NATS transport, events one JetStream stream. */
export class NatsTransport implements Transport {
  readonly kind = 'nats'
  private readonly consumers: EventConsumer[] = []
  private readonly pendingSubscriptions: ConsumerOptions[] = []
  /** The last publication of each key. */
  private readonly lastPublications = new Map<string, Promise<void>>()
  private isClosed = false
  private readonly jetStream: JetStreamClient

  private constructor(
    private readonly connection: NatsConnection,
    private readonly options: NatsOptions,
  ) {
    this.jetStream = jetstream(connection)
  }

  static async connect(options: NatsOptions): Promise<NatsTransport> {
    await waitForServer(options.connection, options.onError)
    const connection = await connect({ ...options.connection, waitOnFirstConnect: true })
    if (isUnauthenticated(connection)) options.onError(new Error(OPEN_BUS_WARNING))
    const maxPayload = connection.info?.max_payload ?? 0
    if (maxPayload < MIN_PAYLOAD_BYTES)
      options.onError(
        new Error(
          `nats-server allows messages of ${maxPayload} bytes; set max_payload to ${MIN_PAYLOAD_BYTES} or more.`,
        ),
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
    const verifier = new CallVerifier(keys.trustedKeys, keys.secret)
    return new RequestServer(
      { ...connection, queue: service },
      { shutdownMs, verifier, onRefusal },
    ) as CustomTransportStrategy
  }
  client(): ClientProxy {
    const { connection, keys } = this.options
    const signer = keys.signingKey && new CallSigner(keys.signingKey, keys.secret)
    return new SigningClient({ ...connection }, signer) as unknown as ClientProxy
  }

  publish(event: Envelope): Promise<void> {
    const previousPublication = this.lastPublications.get(event.subject) ?? Promise.resolve()
    const publication = previousPublication.catch(() => {}).then(() => this.publishUntilStored(event))
    this.lastPublications.set(event.subject, publication)
    const forgetPublication = () => {
      if (this.lastPublications.get(event.subject) === publication) this.lastPublications.delete(event.subject)
    }
    publication.then(forgetPublication, forgetPublication)
    return publication
  }

  async subscribe(options: ConsumerOptions): Promise<void> {
    this.pendingSubscriptions.push(options)
  }

  async listen(types: string[], onEvent: (event: Envelope) => void): Promise<void> {
    for (const type of types) {
      const subscription = this.connection.subscribe(eventSubject(type))
      void (async () => {
        for await (const message of subscription) this.notify(type, message.data, onEvent)
      })().catch(this.options.onError)
    }
  }

  async open(): Promise<void> {
    const manager = await jetstreamManager(this.connection, { checkAPI: false })
    for (const options of this.pendingSubscriptions.splice(0)) await this.consume(manager, options)
  }

  async ready(): Promise<void> {
    if (this.connection.isClosed()) throw new TransportClosed()
    await this.connection.flush()
  }

  async drain(): Promise<void> {
    this.isClosed = true
    await Promise.all(this.consumers.map(consumer => consumer.stop()))
    await Promise.allSettled(this.lastPublications.values())
  }
  async close(): Promise<void> {
    if (!this.isClosed) await this.drain()
    await this.connection.drain().catch(() => {})
  }

  private async publishUntilStored(event: Envelope): Promise<void> {
    for (let waitMs = 100; ; waitMs = Math.min(waitMs * 2, 5000)) {
      if (this.isClosed) throw new TransportClosed()
      try {
        await this.jetStream.publish(eventSubject(event.type), JSON.stringify(event), {
          msgID: event.id,
          timeout: 5000,
        })
        return
      } catch (error) {
        this.options.onError(error)
        await new Promise(resolve => setTimeout(resolve, waitMs))
      }
    }
  }

  private async consume(manager: JetStreamManager, options: ConsumerOptions): Promise<void> {
    const { retryDelays, ackWaitMs, onError, onInvalidEvent } = this.options
    const specs = consumersOf(options, this.connection.info?.version)
    const messages: ConsumerMessages[] = []
    for (const spec of specs) messages.push(await this.openConsumer(manager, spec, ackWaitMs))
    const eventConsumer = new EventConsumer(messages, options, { retryDelays, ackWaitMs, onError, onInvalidEvent })
    this.consumers.push(eventConsumer)
    void eventConsumer.run().catch(onError)
  }
  private async openConsumer(
    manager: JetStreamManager,
    spec: ConsumerSpec,
    ackWaitMs: number,
  ): Promise<ConsumerMessages> {
    await ensureConsumer(manager, spec, ackWaitMs)
    const consumer = await retryOnTimeout(() => this.jetStream.consumers.get(STREAM, spec.durable))
    return consumer.consume({ max_messages: MAX_PREFETCHED_MESSAGES })
  }

  /** Calls a listener. An invalid message or a failing listener must not end the subscription. */
  private notify(type: string, data: Uint8Array, onEvent: (event: Envelope) => void): void {
    try {
      onEvent(readEvent(type, data))
    } catch (error) {
      this.options.onInvalidEvent(type, error)
    }
  }
}
