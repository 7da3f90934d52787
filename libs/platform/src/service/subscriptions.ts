import type { Envelope } from '@daymark/contracts'
import type { Clock } from '../clock.ts'
import type { JobRunner } from '../jobs/job-runner.ts'
import { AlreadyHandled, type Inbox } from '../db/inbox.ts'
import { context } from '../telemetry/context.ts'
import type { Logger } from '../telemetry/logger.ts'
import { safeMessage } from '../telemetry/safe-message.ts'
import { span, SpanKind } from '../telemetry/tracing.ts'
import { measure } from '../telemetry/measure.ts'
import type { JobQueue, JobType } from '../jobs/job-queue.ts'
import type { JobHandler, JobWorker } from '../jobs/job-worker.ts'
import { Paused, type LaneOptions } from '../transport/transport.ts'
import { CircuitBreaker, type BreakerOptions } from './circuit-breaker.ts'
import { subscription, type Class, type Commit, type Subscriber, type SubscriberOptions } from './decorators.ts'
import { isTransient } from './transient.ts'

const MAIN_CONCURRENCY = 16
/**
 * A process that ends takes everything in hand along, and most of it is not to blame: so many times more than for a failure of its
 * own may an event be begun before it is given up for that.
 */
const DEATHS = 4
/**
 * Events that enqueue jobs have a consumer of their own, so that they do not wait behind others. The name stays: under it the server
 * keeps the position in the stream.
 */
const ENQUEUING = 'slow'
/** Events in hand at once while they are enqueued, by few statements. */
const ENQUEUED_AT_ONCE = 1024
type Listener = {
  name: string
  instance?: Subscriber<never>
  /** In place of an instance: the event becomes a job. */
  enqueue?: (event: Envelope) => Promise<void>
  /** None where only replays bring events. */
  lane?: string
  concurrency: number
  type: string
  breaker: CircuitBreaker
}

export type JobParts = { queue: JobQueue; worker: JobWorker }
export type DeliveryOptions = {
  service: string
  attempts: number
  backoff: BreakerOptions
  /** Rejects while something the service needs is away. */
  ready: () => Promise<void>
}

/** The event is not to blame and comes again; the try did not count. */
class Excused extends Error {
  override name = 'Excused'
}

/** The lanes of a service that does not run here: for those who prepare the bus for it. */
export function lanesOf(name: string, subscribers: Class[]): Pick<LaneOptions, 'service' | 'lane' | 'types'>[] {
  const members = subscribers.flatMap(target => {
    const { types, options } = subscription(target)
    return types.map(type => ({ type: type.name, lane: options.asJob ? ENQUEUING : type.lane }))
  })
  return [...Map.groupBy(members, ({ lane }) => lane)].map(([lane, ofLane]) => ({
    service: name,
    lane,
    types: [...new Set(ofLane.map(({ type }) => type))],
  }))
}

/** Sorts a service's subscribers into lanes and delivers with inbox, attempts and dead letters. */
export class Subscriptions {
  private readonly listeners: Listener[] = []

  constructor(
    private readonly options: DeliveryOptions,
    private readonly inbox: Inbox,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  add(target: Class, instance: Subscriber<never>, { queue, worker }: JobParts): void {
    const { types, options } = subscription(target)
    const breaker = new CircuitBreaker(this.clock, this.options.backoff)
    const { name } = target
    if (options.asJob) worker.add(asHandler(name, instance, options))
    for (const { name: type, lane } of types)
      this.listeners.push({
        ...{ name, type, breaker },
        ...(options.asJob
          ? { enqueue: event => queue.enqueueEvent(name, event), lane: ENQUEUING, concurrency: ENQUEUED_AT_ONCE }
          : { instance, lane, concurrency: options.concurrency ?? MAIN_CONCURRENCY }),
      })
  }

  /** A type of job that no event enqueues. */
  addJob(job: JobType, runner: JobRunner<never>, { queue, worker }: JobParts): void {
    worker.add({
      ...job,
      ...runner.limits,
      run: lease => runner.run(job.payload.parse(lease.job.payload.data) as never, lease),
    })
    const { kind } = job
    const breaker = new CircuitBreaker(this.clock, this.options.backoff)
    const enqueue = (event: Envelope) => queue.enqueueEvent(kind, event)
    this.listeners.push({ name: kind, type: kind, enqueue, concurrency: 1, breaker })
  }

  lanes(): LaneOptions[] {
    const byLane = Map.groupBy(this.listeners, l => l.lane ?? '')
    byLane.delete('')
    return [...byLane].map(([lane, members]) => ({
      service: this.options.service,
      lane,
      types: [...new Set(members.map(m => m.type))],
      concurrency: Math.min(...members.map(m => m.concurrency)),
      deliver: event => this.deliverToAll(members, event),
    }))
  }

  /** Tries dead letters again, outside their lanes. One that has to come again does so with the next call. */
  async replay(): Promise<void> {
    for (const { event, subscriber } of await this.inbox.replays()) {
      const listener = this.listeners.find(l => l.name === subscriber)
      const isOver = listener && (await this.deliver(listener, event).then(...isFine))
      if (isOver) await this.inbox.removeDeadLetter(event, subscriber)
    }
  }

  /** A subscriber that has to wait keeps the event from no other. */
  private async deliverToAll(members: Listener[], event: Envelope): Promise<void> {
    const failures: unknown[] = []
    for (const member of members)
      if (member.type === event.type) await this.deliver(member, event).catch(failure => failures.push(failure))
    if (failures.length) throw failures.find(failure => !(failure instanceof Paused)) ?? failures[0]
  }

  private async deliver(listener: Listener, event: Envelope): Promise<void> {
    const { name: subscriber, breaker } = listener
    breaker.enter()
    const options = { kind: SpanKind.CONSUMER, traceparent: event.traceparent }
    let isTried = true
    const failure = await span(`${event.type} ${subscriber}`, options, () => this.attempt(listener, event)).then(
      tried => void (isTried = tried),
      (error: unknown) => error,
    )
    if (!isTried) return breaker.skipped()
    if (failure instanceof Excused) {
      if (!breaker.isOpen) this.log.warn({ err: failure.cause, event: 'subscriber.waits', subscriber })
      throw breaker.failed() ?? failure
    }
    if (breaker.isOpen) this.log.warn({ event: 'subscriber.goes-on', subscriber })
    breaker.succeeded()
    if (failure) throw failure
  }

  /** Answers false where there was nothing to do: nothing was tried that could have failed. */
  private async attempt(listener: Listener, event: Envelope): Promise<boolean> {
    const { service, attempts: most } = this.options
    if (listener.enqueue) {
      // only the database can fail
      await listener.enqueue(event).catch(excuse)
      return true
    }
    // where it cannot be asked it is handled, and fails as that does
    if ((await listener.instance?.concerns?.(event as never).catch(() => true)) === false) return false
    const { attempts, done } = await this.inbox.begin(event, listener.name).catch(excuse)
    if (done) return false
    const started = performance.now()
    try {
      if (attempts > most * DEATHS) {
        await this.giveUp(listener, event, attempts, new Error('The process ended each time this was handled.'))
        return false
      }
      await context.run({}, () => this.handle(listener, event))
      measure.handled(service, event.type, started)
    } catch (error) {
      if (error instanceof AlreadyHandled) return false
      measure.failed(service, event.type, started)
      if (await this.isExcused(error)) {
        await this.inbox.excuse(event, listener.name)
        excuse(error)
      }
      const { name: subscriber } = listener
      this.log.warn({ err: error, event: 'subscriber.failed', subscriber, type: event.type, id: event.id, attempts })
      if (attempts < most) throw error
      await this.giveUp(listener, event, attempts, error)
    }
    return true
  }

  /** What nobody knows by name is the event's fault, unless something the service needs is away at this moment. */
  private async isExcused(error: unknown): Promise<boolean> {
    return isTransient(error) || !(await this.options.ready().then(...isFine))
  }

  private async handle(listener: Listener, event: Envelope): Promise<void> {
    let committed = false
    const commit: Commit = async work => {
      const out = await this.inbox.once(event, listener.name, work)
      committed = true
      return out
    }
    await listener.instance?.on(event as never, commit)
    if (!committed) await commit(async () => {})
  }

  private async giveUp(listener: Listener, event: Envelope, attempts: number, error: unknown): Promise<void> {
    const reason = safeMessage(error)
    await listener.instance?.givenUp?.(event as never, reason)
    await this.inbox.deadLetter(event, listener.name, attempts, error)
    measure.deadLettered(this.options.service, event.type)
    this.log.error({ event: 'subscriber.gave-up', subscriber: listener.name, type: event.type, id: event.id, reason })
  }
}

/** Runs the subscriber with the event that enqueued the job; the job ends with the subscriber's commit. */
const asHandler = (kind: string, instance: Subscriber<never>, { concurrency }: SubscriberOptions): JobHandler => ({
  ...{ kind, concurrency },
  run: lease => instance.on(lease.job.payload as never, work => lease.complete(work)),
  givenUp: async (job, reason) => instance.givenUp?.(job.payload as never, reason),
})

const isFine = [() => true, () => false] as const

function excuse(cause: unknown): never {
  throw new Excused('It comes again.', { cause })
}
