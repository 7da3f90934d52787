import type { Envelope } from '@daymark/contracts'
import { AlreadyHandled, Inbox } from '../db/inbox.ts'
import { context } from '../telemetry/context.ts'
import type { Logger } from '../telemetry/logger.ts'
import { metrics } from '../telemetry/metrics.ts'
import { safeMessage } from '../telemetry/safe-message.ts'
import { span, SpanKind } from '../telemetry/tracing.ts'
import type { LaneOptions } from '../transport/transport.ts'
import { subscription, type Class, type Commit, type Subscriber } from './decorators.ts'

const MAIN_CONCURRENCY = 16
type Listener = { name: string; instance: Subscriber<never>; lane: string; concurrency: number; type: string }

/** Sorts a service's subscribers into lanes and delivers with inbox, attempts and dead letters. */
export class Subscriptions {
  private readonly listeners: Listener[]
  private readonly service: string
  private readonly inbox: Inbox
  private readonly attempts: number
  private readonly log: Logger

  constructor(service: string, inbox: Inbox, attempts: number, log: Logger) {
    this.service = service
    this.inbox = inbox
    this.attempts = attempts
    this.log = log
    this.listeners = []
  }

  add(target: Class, instance: Subscriber<never>): void {
    const { type, options } = subscription(target)
    const lane = options.lane ?? 'main'
    this.listeners.push({
      name: target.name,
      instance,
      lane,
      concurrency: options.concurrency ?? MAIN_CONCURRENCY,
      type: type.name,
    })
  }

  lanes(): LaneOptions[] {
    return [...Map.groupBy(this.listeners, l => l.lane)].map(([lane, members]) => ({
      service: this.service,
      lane,
      types: [...new Set(members.map(m => m.type))],
      concurrency: Math.min(...members.map(m => m.concurrency)),
      deliver: async event => {
        for (const member of members) if (member.type === event.type) await this.deliver(member, event)
      },
    }))
  }

  /** Tries a dead letter again, outside its lane. */
  async replay(event: Envelope, subscriber: string): Promise<void> {
    const listener = this.listeners.find(l => l.name === subscriber)
    if (listener) await this.deliver(listener, event).catch(() => {})
  }

  private deliver(listener: Listener, event: Envelope): Promise<void> {
    const name = `${event.type} ${listener.name}`
    return span(name, { kind: SpanKind.CONSUMER, traceparent: event.traceparent }, async () => {
      const { attempts, done } = await this.inbox.begin(event, listener.name)
      if (done) return
      if (attempts > this.attempts)
        return this.giveUp(listener, event, attempts, new Error('The process ended each time this was handled.'))
      const started = performance.now()
      try {
        await context.run({}, () => this.handle(listener, event))
        metrics.handled(this.service, event.type, performance.now() - started)
      } catch (error) {
        if (error instanceof AlreadyHandled) return
        metrics.failed(this.service, event.type)
        this.log.warn({
          err: error,
          event: 'subscriber.failed',
          subscriber: listener.name,
          type: event.type,
          id: event.id,
          attempts,
        })
        if (attempts >= this.attempts) return this.giveUp(listener, event, attempts, error)
        throw error
      }
    })
  }

  private async handle(listener: Listener, event: Envelope): Promise<void> {
    let committed = false
    const commit: Commit = async work => {
      const out = await this.inbox.once(event, listener.name, work)
      committed = true
      return out
    }
    await listener.instance.on(event as never, commit)
    if (!committed) await commit(async () => {})
  }

  private async giveUp(listener: Listener, event: Envelope, attempts: number, error: unknown): Promise<void> {
    const reason = safeMessage(error)
    await listener.instance.givenUp?.(event as never, reason)
    await this.inbox.bury(event, listener.name, attempts, error)
    metrics.buried(this.service, event.type)
    this.log.error({ event: 'subscriber.gave-up', subscriber: listener.name, type: event.type, id: event.id, reason })
  }
}
