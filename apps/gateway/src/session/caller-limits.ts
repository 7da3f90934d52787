import { errors, type Route } from '@daymark/contracts'
import { Gate, networkOf } from '@daymark/platform'
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common'
import type { Response } from 'express'
import { finalize } from 'rxjs'
import { onceClosed } from '../http/when-closed.ts'
import { contractOf } from '../routing/serves.ts'
import type { CalledRequest } from './caller.ts'

type Caller = { gate: Gate; present: number }
type Waiting = { perCaller?: number; total?: number }

/**
 * Runs `width` requests of each caller at the same time; further ones wait. Callers do not wait for each other. A request is refused
 * when its caller has `perCaller` waiting, or when all callers together have `total` requests and its caller has more than an even
 * share of them.
 */
export class CallerGates {
  private readonly callers = new Map<string, Caller>()
  private present = 0
  private readonly waiting: Required<Waiting>

  constructor(
    private readonly width: number,
    { perCaller = Number.POSITIVE_INFINITY, total = Number.POSITIVE_INFINITY }: Waiting,
  ) {
    this.waiting = { perCaller, total }
  }

  /** Resolves when this request may be worked on, to what must be called when it is over. */
  async enter(name: string): Promise<() => void> {
    const caller = this.callers.get(name) ?? { gate: new Gate(this.width, this.waiting.perCaller), present: 0 }
    const { total } = this.waiting
    if (this.present >= total && caller.present >= total / this.callers.size) throw errors.UNAVAILABLE()
    this.callers.set(name, caller)
    caller.present++
    this.present++
    const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const work = async (): Promise<void> => {
      begun.resolve()
      await over.promise
    }
    const leave = (): void => {
      this.present--
      if (--caller.present === 0) this.callers.delete(name)
    }
    void caller.gate.pass(name, work).catch(begun.reject).then(leave)
    await begun.promise
    return over.resolve
  }

  /** Callers with something under way. */
  get size(): number {
    return this.callers.size
  }
}

/** Together less than the database connections of one service, so that one user never has them all. */
const READS_AT_ONCE = 5
const WRITES_AT_ONCE = 2
/** Of one user: far more than a browser sends, also one that has many streams to a proxy. */
const MAX_OF_USER = { perCaller: 256 }
/** Of visitors, who may share one address with 500 others. */
const MAX_OF_VISITORS = { total: 5000 }
/** After this time, a user's response counts as finished even if the client has not read it. */
const SLOW_READER_MS = 10_000

const READS = new Set(['GET', 'HEAD'])

/** Not counted among what its caller may have under way: files and streams, which have limits of their own, and probes. */
const isNotLimited = ({ answer, accepts, probe }: Partial<Route>): boolean =>
  answer === 'bytes' || answer === 'events' || accepts === 'form' || probe === true

/** A flood of one caller waits here, before it takes a database connection that others need. */
@Injectable()
export class LimitCallers implements NestInterceptor {
  private readonly users = gates(MAX_OF_USER)
  private readonly visitors = gates(MAX_OF_VISITORS)

  async intercept(context: ExecutionContext, next: CallHandler) {
    if (isNotLimited(contractOf(context.getHandler()) ?? {})) return next.handle()
    const request = context.switchToHttp().getRequest<CalledRequest>()
    const response = context.switchToHttp().getResponse<Response>()
    const userId = request.caller?.actor.userId
    const { reads, writes } = userId ? this.users : this.visitors
    const leaveGate = await (READS.has(request.method) ? reads : writes).enter(userId ?? networkOf(request.ip ?? ''))
    // Visitors behind one address do not wait until slow clients among them have read their responses.
    const leave = (): void => (userId ? leaveOnceTaken(response, leaveGate) : leaveGate())
    if (!response.destroyed) return next.handle().pipe(finalize(leave))
    // Whoever left while waiting needs no work any more.
    leaveGate()
    throw errors.UNAVAILABLE()
  }
}

const gates = (waiting: ConstructorParameters<typeof CallerGates>[1]) => ({
  reads: new CallerGates(READS_AT_ONCE, waiting),
  writes: new CallerGates(WRITES_AT_ONCE, waiting),
})

/** An answer that is not taken is held in memory; so it counts as under way. */
function leaveOnceTaken(response: Response, leaveGate: () => void): void {
  const late = setTimeout(leaveGate, SLOW_READER_MS).unref()
  onceClosed(response, () => {
    clearTimeout(late)
    leaveGate()
  })
}
