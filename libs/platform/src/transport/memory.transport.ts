import { errors, type Envelope } from '@daymark/contracts'
import { ClientProxy, Server, type CustomTransportStrategy } from '@nestjs/microservices'
import { isObservable, lastValueFrom } from 'rxjs'
import { DeliveryQueue, type RetryDelays } from './delivery-queue.ts'
import { TransportClosed, type ConsumerOptions, type OnInvalidEvent, type Transport } from './transport.ts'

type CallHandler = (data: unknown) => Promise<unknown>
/** Serializes to JSON and back, as NATS does, so that services share no objects. */
const jsonCopy = <T>(value: T): T => (value === undefined ? value : JSON.parse(JSON.stringify(value)))

/** Transport for all services in one process. It stores nothing: the outbox row remains until every subscriber is done. */
export class MemoryTransport implements Transport {
  readonly kind = 'memory'
  private readonly callHandlers = new Map<string, CallHandler>()
  private readonly subscriptions: { types: Set<string>; queue: DeliveryQueue }[] = []
  private readonly listeners: { types: Set<string>; onEvent: (event: Envelope) => void }[] = []
  private readonly opened = Promise.withResolvers<void>()
  private isClosed = false
  private readonly onInvalidEvent: OnInvalidEvent

  constructor(
    private readonly retryDelays: RetryDelays,
    onInvalidEvent: OnInvalidEvent = () => {},
  ) {
    this.onInvalidEvent = onInvalidEvent
  }

  server(): CustomTransportStrategy {
    return new MemoryServer(this.callHandlers)
  }
  client(): ClientProxy {
    return new MemoryClient(this.callHandlers)
  }
  async publish(event: Envelope): Promise<void> {
    const eventCopy = jsonCopy(event)
    // Waits until every service has subscribed. Waiting calls continue in order.
    await this.opened.promise
    if (this.isClosed) throw new TransportClosed()
    for (const { types, onEvent } of this.listeners)
      if (types.has(event.type)) this.notify(onEvent, jsonCopy(eventCopy))
    await Promise.all(
      this.subscriptions
        .filter(({ types }) => types.has(event.type))
        .map(({ queue }) => queue.push(jsonCopy(eventCopy))),
    )
  }
  async subscribe(options: ConsumerOptions): Promise<void> {
    this.subscriptions.push({ types: new Set(options.types), queue: new DeliveryQueue(options, this.retryDelays) })
  }
  async listen(types: string[], onEvent: (event: Envelope) => void): Promise<void> {
    this.listeners.push({ types: new Set(types), onEvent })
  }
  async open(): Promise<void> {
    this.opened.resolve()
  }
  async ready(): Promise<void> {}
  private notify(onEvent: (event: Envelope) => void, event: Envelope): void {
    try {
      onEvent(event)
    } catch (error) {
      this.onInvalidEvent(event.type, error)
    }
  }
  async drain(): Promise<void> {
    this.isClosed = true
    this.opened.resolve()
    await Promise.all(this.subscriptions.map(({ queue }) => queue.stop()))
  }
  async close(): Promise<void> {
    await this.drain()
  }
}

class MemoryServer extends Server implements CustomTransportStrategy {
  private patterns: string[] = []
  constructor(private readonly callHandlers: Map<string, CallHandler>) {
    super()
  }
  listen(done: () => void) {
    for (const [pattern, handler] of this.messageHandlers) {
      this.patterns.push(pattern)
      this.callHandlers.set(pattern, async data => {
        const result: unknown = await handler(data)
        return isObservable(result) ? lastValueFrom(result) : result
      })
    }
    done()
  }
  close() {
    for (const pattern of this.patterns) this.callHandlers.delete(pattern)
  }
  on() {}
  unwrap<T>(): T {
    return undefined as T
  }
}

class MemoryClient extends ClientProxy {
  constructor(private readonly callHandlers: Map<string, CallHandler>) {
    super()
  }
  async connect() {}
  close() {}
  unwrap<T>(): T {
    return undefined as T
  }
  protected publish(
    packet: { pattern: string; data: unknown },
    callback: (answer: { err?: unknown; response?: unknown; isDisposed?: boolean }) => void,
  ) {
    const handler = this.callHandlers.get(packet.pattern)
    if (!handler) callback({ err: errors.UNAVAILABLE().toJSON() })
    else
      handler(jsonCopy(packet.data)).then(
        response => callback({ response: jsonCopy(response), isDisposed: true }),
        (error: { status?: unknown }) =>
          callback({ err: jsonCopy(error?.status ? error : errors.INTERNAL().toJSON()) }),
      )
    return () => {}
  }
  protected async dispatchEvent(): Promise<never> {
    throw new Error('Events go through the outbox.')
  }
}
