import { errors, type Route } from '@daymark/contracts'
import { ConcurrencyLimiter, networkOf } from '@daymark/platform'
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common'
import type { Response } from 'express'
import { finalize } from 'rxjs'
import { whenClosed } from '../http/when-closed.ts'
import { contractOf } from '../routing/serves.ts'
import type { CalledRequest } from './caller.ts'

type LimitedCaller = { limiter: ConcurrencyLimiter; requestCount: number }
type WaitingLimits = { perCaller?: number; total?: number }

/**
 * Runs at most `maxRunning` requests of each caller at the same time; further requests wait. Callers do not wait for each other. A request
 * is rejected if `perCaller` requests of its caller are waiting. It is also rejected if there are `total` requests of all callers and its
 * caller has more than an even share of them.
 */
export class CallerLimiter {
  private readonly callers = new Map<string, LimitedCaller>()
  private requestCount = 0
  private readonly waitingLimits: Required<WaitingLimits>

  constructor(
    private readonly maxRunning: number,
    { perCaller = Number.POSITIVE_INFINITY, total = Number.POSITIVE_INFINITY }: WaitingLimits,
  ) {
    this.waitingLimits = { perCaller, total }
  }

  /**
   * Waits until the request may run. Returns a function to call when the request has ended. Throws UNAVAILABLE if too many requests wait.
   */
  async acquire(callerId: string): Promise<() => void> {
    const caller = this.callers.get(callerId) ?? {
      limiter: new ConcurrencyLimiter(this.maxRunning, this.waitingLimits.perCaller),
      requestCount: 0,
    }
    const { total } = this.waitingLimits
    if (this.requestCount >= total && caller.requestCount >= total / this.callers.size) throw errors.UNAVAILABLE()
    this.callers.set(callerId, caller)
    caller.requestCount++
    this.requestCount++
    const [started, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const waitUntilEnded = async (): Promise<void> => {
      started.resolve()
      await ended.promise
    }
    const onEnded = (): void => {
      this.requestCount--
      if (--caller.requestCount === 0) this.callers.delete(callerId)
    }
    void caller.limiter.run(callerId, waitUntilEnded).catch(started.reject).then(onEnded)
    await started.promise
    return ended.resolve
  }

  /** Number of callers with waiting or running requests. */
  get size(): number {
    return this.callers.size
  }
}

/**
 * Maximum number of concurrent requests of one caller. It is lower than the number of database connections of a service, so that one user
 * never occupies all of them.
 */
const CONCURRENT_READS = 5
const CONCURRENT_WRITES = 2
/** Maximum number of waiting requests of one user, far more than browsers send. */
const USER_WAITING_LIMITS = { perCaller: 256 }
/** Maximum number of requests of all visitors. There is no limit per IP address, because 500 visitors may share one. */
const VISITOR_WAITING_LIMITS = { total: 5000 }
/** After this time, a user's response counts as finished even if the client has not read it. */
const SLOW_READER_MS = 10_000

const READ_METHODS = new Set(['GET', 'HEAD'])

/** Downloads, uploads and event streams have limits of their own, and health probes are not limited. */
const isUnlimited = ({ answer, accepts, probe }: Partial<Route>): boolean =>
  answer === 'bytes' || answer === 'events' || accepts === 'form' || probe === true

/**
 * Limits the concurrent requests of each caller, so that many requests of one caller do not occupy the database connections that others
 * need.
 */
@Injectable()
export class CallerLimitInterceptor implements NestInterceptor {
  private readonly users = createLimiters(USER_WAITING_LIMITS)
  private readonly visitors = createLimiters(VISITOR_WAITING_LIMITS)

  async intercept(context: ExecutionContext, next: CallHandler) {
    if (isUnlimited(contractOf(context.getHandler()) ?? {})) return next.handle()
    const request = context.switchToHttp().getRequest<CalledRequest>()
    const response = context.switchToHttp().getResponse<Response>()
    const userId = request.caller?.actor.userId
    const { reads, writes } = userId ? this.users : this.visitors
    const releaseSlot = await (READ_METHODS.has(request.method) ? reads : writes).acquire(
      userId ?? networkOf(request.ip ?? ''),
    )
    // For visitors, a request ends with its handler, so that visitors behind one address do not wait for slow clients among them to read
    // their responses.
    const release = (): void => (userId ? releaseWhenSent(response, releaseSlot) : releaseSlot())
    if (!response.destroyed) return next.handle().pipe(finalize(release))
    // The client disconnected while waiting.
    releaseSlot()
    throw errors.UNAVAILABLE()
  }
}

const createLimiters = (waitingLimits: ConstructorParameters<typeof CallerLimiter>[1]) => ({
  reads: new CallerLimiter(CONCURRENT_READS, waitingLimits),
  writes: new CallerLimiter(CONCURRENT_WRITES, waitingLimits),
})

/** A response that the client has not read is held in memory, so it counts as running. */
function releaseWhenSent(response: Response, releaseSlot: () => void): void {
  const timer = setTimeout(releaseSlot, SLOW_READER_MS).unref()
  whenClosed(response, () => {
    clearTimeout(timer)
    releaseSlot()
  })
}
