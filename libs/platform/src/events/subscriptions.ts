import type { Envelope } from '@daymark/contracts'
import { type Clock, isFulfilled } from '../async/time.ts'
import type { JobHandler, JobRunner, JobWorker } from '../jobs/job-worker.ts'
import { AlreadyHandled, type Inbox } from './inbox.ts'
import { context } from '../telemetry/context.ts'
import type { Logger } from '../telemetry/logger.ts'
import { redactMessage } from '../telemetry/safe-error.ts'
import { runInSpan, SpanKind } from '../telemetry/tracing.ts'
import { serviceMetrics } from '../telemetry/metrics.ts'
import type { JobQueue, JobType } from '../jobs/job-queue.ts'
import { Paused, type ConsumerOptions } from '../transport/transport.ts'
import { CircuitBreaker, type BreakerOptions } from './circuit-breaker.ts'
import {
  subscriptionOf,
  type Class,
  type Commit,
  type Subscriber,
  type SubscriberOptions,
} from '../service/decorators.ts'
import { isTransient } from '../db/unavailable.ts'

const MAIN_CONCURRENCY = 16
/** Interval between attempts to replay a dead letter. */
const REPLAY_INTERVAL_MS = 2000
/**
 * A crash interrupts every event that the process is handling, although most did not cause it. The limit of attempts is multiplied by
 * this factor before an event becomes a dead letter because of crashes.
 */
const CRASH_ATTEMPT_FACTOR = 4
/**
 * Events that enqueue jobs have a separate consumer, so that they do not wait behind others. Do not change the name: the server stores
 * the position in the stream under it.
 */
const ENQUEUING_PRIORITY = 'slow'
/** Number of events that are enqueued concurrently, in batches. */
const ENQUEUE_CONCURRENCY = 1024
type Registration = {
  name: string
  instance?: Subscriber<never>
  /** Set instead of `instance` if the event becomes a job. */
  enqueue?: (event: Envelope) => Promise<void>
  /** Undefined if events arrive only by replay. */
  priority?: string
  concurrency: number
  onlyCommits?: boolean | undefined
  type: string
  breaker: CircuitBreaker
}

type Attempt = { attempts: number; done: boolean }
/** `countedAttempt` is undefined if the attempt was not counted before the work started. */
type FailedAttempt = { error: unknown; countedAttempt: Attempt | undefined }

type JobComponents = { queue: JobQueue; worker: JobWorker }
type DeliveryOptions = {
  service: string
  attempts: number
  backoff: BreakerOptions
  /** Rejects while a dependency of the service is unavailable. */
  ready: () => Promise<void>
}

/** Thrown if a failure is independent of the event: the event will be redelivered, and the attempt does not count. */
class AttemptNotCounted extends Error {
  override name = 'AttemptNotCounted'
}

/** The consumers that a service needs on the bus, derived from its definition. */
export function consumersOfService(
  name: string,
  subscribers: Class[],
): Pick<ConsumerOptions, 'service' | 'priority' | 'types'>[] {
  const members = subscribers.flatMap(target => {
    const { types, options } = subscriptionOf(target)
    return types.map(type => ({ type: type.name, priority: options.asJob ? ENQUEUING_PRIORITY : type.priority }))
  })
  return [...Map.groupBy(members, ({ priority }) => priority)].map(([priority, priorityMembers]) => ({
    service: name,
    priority,
    types: [...new Set(priorityMembers.map(({ type }) => type))],
  }))
}

/** Groups a service's subscribers by priority and delivers events with inbox, attempts and dead letters. */
export class EventSubscriptions {
  private readonly registrations: Registration[] = []
  private readonly startedAt = new Date().toISOString()

  constructor(
    private readonly options: DeliveryOptions,
    private readonly inbox: Inbox,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  add(target: Class, instance: Subscriber<never>, { queue, worker }: JobComponents): void {
    const { types, options } = subscriptionOf(target)
    const breaker = new CircuitBreaker(this.clock, this.options.backoff)
    const { name } = target
    if (options.asJob) worker.add(toJobHandler(name, instance, options))
    for (const { name: type, priority } of types)
      this.registrations.push({
        name,
        type,
        breaker,
        ...(options.asJob
          ? {
              enqueue: event => queue.enqueueEvent(name, event),
              priority: ENQUEUING_PRIORITY,
              concurrency: ENQUEUE_CONCURRENCY,
            }
          : {
              instance,
              priority,
              onlyCommits: options.onlyCommits,
              concurrency: options.concurrency ?? MAIN_CONCURRENCY,
            }),
      })
  }

  /** Adds a type of job that handlers and other jobs enqueue, not an event. */
  addJob(job: JobType, runner: JobRunner<never>, { queue, worker }: JobComponents): void {
    worker.add({
      ...job,
      ...runner.limits,
      run: lease => runner.run(job.payload.parse(lease.job.payload.data) as never, lease),
    })
    const { kind } = job
    const breaker = new CircuitBreaker(this.clock, this.options.backoff)
    const enqueue = (event: Envelope) => queue.enqueueEvent(kind, event)
    this.registrations.push({ name: kind, type: kind, enqueue, concurrency: 1, breaker })
  }

  consumers(): ConsumerOptions[] {
    const byPriority = Map.groupBy(this.registrations, registration => registration.priority ?? '')
    byPriority.delete('')
    return [...byPriority].map(([priority, members]) => ({
      service: this.options.service,
      priority,
      types: [...new Set(members.map(m => m.type))],
      concurrency: Math.min(...members.map(m => m.concurrency)),
      deliver: event => this.deliverToAll(members, event),
    }))
  }

  /**
   * Delivers the dead letters for which a replay was requested, without a consumer of the bus. Resolves to the time in ms until the next
   * call if the replay of a dead letter failed, else to undefined.
   */
  async replay(): Promise<number | undefined> {
    let nextReplayMs: number | undefined
    for (const { event, subscriber } of await this.inbox.findRequestedReplays()) {
      const registration = this.registrations.find(registration => registration.name === subscriber)
      const isHandled = registration && (await isFulfilled(this.deliver(registration, event)))
      if (isHandled) await this.inbox.removeDeadLetter(event, subscriber)
      else nextReplayMs = REPLAY_INTERVAL_MS
    }
    return nextReplayMs
  }

  /** Delivers an event to all subscribers. A paused subscriber does not delay the others. */
  private async deliverToAll(members: Registration[], event: Envelope): Promise<void> {
    const failures: unknown[] = []
    for (const member of members)
      if (member.type === event.type) await this.deliver(member, event).catch(failure => failures.push(failure))
    if (failures.length) throw failures.find(failure => !(failure instanceof Paused)) ?? failures[0]
  }

  private async deliver(registration: Registration, event: Envelope): Promise<void> {
    const { name: subscriber, breaker } = registration
    breaker.admitEvent()
    const options = { kind: SpanKind.CONSUMER, traceparent: event.traceparent }
    let wasAttempted = true
    const failure = await runInSpan(`${event.type} ${subscriber}`, options, () =>
      this.attempt(registration, event),
    ).then(
      attempted => void (wasAttempted = attempted),
      (error: unknown) => error,
    )
    if (!wasAttempted) return breaker.recordSkip()
    if (failure instanceof AttemptNotCounted) {
      if (!breaker.isOpen) this.log.warn({ err: failure.cause, event: 'subscriber.paused', subscriber })
      throw breaker.recordFailure() ?? failure
    }
    if (breaker.isOpen) this.log.warn({ event: 'subscriber.resumed', subscriber })
    breaker.recordSuccess()
    if (failure) throw failure
  }

  /** Returns false if the event needed no work. Such an attempt does not prove that the dependencies are available. */
  private async attempt(registration: Registration, event: Envelope): Promise<boolean> {
    const { service, attempts: maxAttempts } = this.options
    if (registration.enqueue) {
      // Only the database can fail here, which is independent of the event.
      await registration.enqueue(event).catch(throwNotCounted)
      return true
    }
    // If `shouldHandle` fails, the event is handled: the work fails for the same reason, and that failure is reported.
    if ((await registration.instance?.shouldHandle?.(event as never).catch(() => true)) === false) return false
    const countedAttempt = await this.countBeforehand(registration, event)
    if (countedAttempt?.done) return false
    const started = performance.now()
    try {
      if (countedAttempt && countedAttempt.attempts > maxAttempts * CRASH_ATTEMPT_FACTOR) {
        await this.giveUp(
          registration,
          event,
          countedAttempt.attempts,
          new Error('The process ended each time this was handled.'),
        )
        return false
      }
      await context.run({}, () => this.handle(registration, event))
      serviceMetrics.recordHandledEvent(service, event.type, started)
    } catch (error) {
      if (error instanceof AlreadyHandled) return false
      serviceMetrics.recordFailedEvent(service, event.type, started)
      await this.handleFailure(registration, event, { error, countedAttempt })
    }
    return true
  }

  private async handleFailure(
    registration: Registration,
    event: Envelope,
    { error, countedAttempt }: FailedAttempt,
  ): Promise<void> {
    const { name: subscriber } = registration
    if (await this.isUncounted(error)) {
      if (countedAttempt) await this.inbox.uncountAttempt(event, subscriber)
      throwNotCounted(error)
    }
    const { attempts } = countedAttempt ?? (await this.countAttempt(registration, event))
    this.log.warn({ err: error, event: 'subscriber.failed', subscriber, type: event.type, id: event.id, attempts })
    if (attempts < this.options.attempts) throw error
    await this.giveUp(registration, event, attempts, error)
  }

  private countAttempt({ name }: Registration, event: Envelope): Promise<Attempt> {
    return this.inbox.beginAttempt(event, name).catch(throwNotCounted)
  }

  /**
   * Counts the attempt before the work starts. This is not needed for a subscriber that only commits, except for an event from before the
   * start of this process, because such an event may have ended an earlier process.
   */
  private async countBeforehand(registration: Registration, event: Envelope): Promise<Attempt | undefined> {
    if (registration.onlyCommits && event.time >= this.startedAt) return undefined
    return this.countAttempt(registration, event)
  }

  /** Whether a failed attempt does not count. Unknown errors count as an attempt unless a dependency of the service is unavailable. */
  private async isUncounted(error: unknown): Promise<boolean> {
    return isTransient(error) || !(await isFulfilled(this.options.ready()))
  }

  private async handle(registration: Registration, event: Envelope): Promise<void> {
    let isCommitted = false
    const commit: Commit = async work => {
      const result = await this.inbox.handleOnce(event, registration.name, work)
      isCommitted = true
      return result
    }
    await registration.instance?.on(event as never, commit)
    if (!isCommitted) await commit(async () => {})
  }

  private async giveUp(registration: Registration, event: Envelope, attempts: number, error: unknown): Promise<void> {
    const reason = redactMessage(error)
    await registration.instance?.onDeadLetter?.(event as never, reason)
    await this.inbox.storeDeadLetter(event, registration.name, attempts, error)
    serviceMetrics.recordDeadLetter(this.options.service, event.type)
    this.log.error({
      event: 'subscriber.gave-up',
      subscriber: registration.name,
      type: event.type,
      id: event.id,
      reason,
    })
  }
}

/** Runs the subscriber with the event that enqueued the job; the job ends with the subscriber's commit. */
const toJobHandler = (kind: string, instance: Subscriber<never>, { concurrency }: SubscriberOptions): JobHandler => ({
  kind,
  concurrency,
  run: lease => instance.on(lease.job.payload as never, work => lease.complete(work)),
  onDeadLetter: async (job, reason) => instance.onDeadLetter?.(job.payload as never, reason),
})

function throwNotCounted(cause: unknown): never {
  throw new AttemptNotCounted('The event will be redelivered.', { cause })
}
