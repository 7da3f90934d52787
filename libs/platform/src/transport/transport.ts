import type { Envelope } from '@daymark/contracts'
import type { ClientProxy, CustomTransportStrategy } from '@nestjs/microservices'

/** NATS keeps events so long, also those of accounts that are gone; a service that was away for longer has missed some. */
export const EVENT_DAYS = 14

export type Deliver = (event: Envelope) => Promise<void>
/** The events of one lane that one service receives: those of one key one after another in each process, other keys side by side. */
export type LaneOptions = {
  service: string
  lane: string
  types: string[]
  concurrency: number
  /** Rejects: try again later (Paused: not before). Resolves: handled, or given up and kept as a dead letter. */
  deliver: Deliver
}

/** A message that can never be handled was dropped, or a listener failed on it: to be logged and counted. */
export type OnInvalid = (type: string, error: unknown) => void

/** The only thing that differs between one process and a cluster. */
export interface Transport {
  readonly kind: 'memory' | 'nats'
  /** Nest strategies of request and reply. */
  server(service: string): CustomTransportStrategy
  client(): ClientProxy
  /**
   * Memory: resolves when every subscriber has handled the event. NATS: when JetStream has stored it. Keeps trying while the bus
   * is away; rejects only when the transport closes. Calls made in order for one key usually arrive in that order, but nothing may
   * rely on it (adr/0014).
   */
  publish(event: Envelope): Promise<void>
  subscribe(lane: LaneOptions): Promise<void>
  /** Every process receives every event at most once, at once, without inbox: for caches and browsers, never for state. */
  listen(types: string[], onEvent: (event: Envelope) => void): Promise<void>
  /** Called once every service in this process has subscribed. Nothing is delivered before. */
  open(): Promise<void>
  /** Rejects when the bus cannot be reached. */
  ready(): Promise<void>
  /** Takes nothing new and waits for what is being handled. */
  drain(): Promise<void>
  close(): Promise<void>
}

/** Trying again is of no use before `until`, which never rejects; the event is not to blame. */
export class Paused extends Error {
  override name = 'Paused'
  constructor(public readonly until: Promise<void>) {
    super('Something this subscriber needs is away.')
  }
}

export class TransportClosed extends Error {
  override name = 'TransportClosed'
  constructor() {
    super('The bus is closed.')
  }
}
