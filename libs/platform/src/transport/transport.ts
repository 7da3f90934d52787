import type { Envelope } from '@daymark/contracts'
import type { ClientProxy, CustomTransportStrategy } from '@nestjs/microservices'

/** Number of days for which NATS retains events, including those of deleted accounts. A service that is down for longer misses events. */
export const EVENT_DAYS = 14

type Deliver = (event: Envelope) => Promise<void>
/** The events of one priority that a service receives: in order per key in each process, different keys concurrently. */
export type ConsumerOptions = {
  service: string
  priority: string
  types: string[]
  concurrency: number
  /**
   * Resolves when the event is handled or stored as a dead letter. Rejects if the event is to be retried; after Paused, it is not retried
   * before `Paused.until`.
   */
  deliver: Deliver
}

/** Called to log and count a message that was dropped or a listener that failed. `type`: the event type. */
export type OnInvalidEvent = (type: string, error: unknown) => void

/** The message bus: the only component that differs between an installation in one process and one in several processes. */
export interface Transport {
  readonly kind: 'memory' | 'nats'
  /** Nest strategies of request and reply. */
  server(service: string): CustomTransportStrategy
  client(): ClientProxy
  /**
   * Memory: resolves when every subscriber has handled the event. NATS: when JetStream has stored it. Retries while the bus is
   * unreachable; rejects only when the transport closes. Events of one key usually arrive in the order of the calls, but nothing
   * may rely on it (adr/0014).
   */
  publish(event: Envelope): Promise<void>
  subscribe(consumer: ConsumerOptions): Promise<void>
  /** Every process receives each event at most once, immediately and without inbox. For caches and open pages, never for stored state. */
  listen(types: string[], onEvent: (event: Envelope) => void): Promise<void>
  /** Call it when every service in this process has subscribed. Nothing is delivered before. */
  open(): Promise<void>
  /** Rejects when the bus cannot be reached. */
  ready(): Promise<void>
  /** Stops accepting events and waits for those being handled. */
  drain(): Promise<void>
  close(): Promise<void>
}

/** Thrown if a retry cannot succeed before `until` resolves. The attempt does not count. `until` never rejects. */
export class Paused extends Error {
  override name = 'Paused'
  constructor(public readonly until: Promise<void>) {
    super('A dependency of this subscriber is unavailable.')
  }
}

export class TransportClosed extends Error {
  override name = 'TransportClosed'
  constructor() {
    super('The bus is closed.')
  }
}
