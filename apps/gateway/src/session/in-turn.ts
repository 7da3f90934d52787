import { errors } from '@daymark/contracts'
import { networkOf } from '@daymark/platform'
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor, SetMetadata } from '@nestjs/common'
import { Reflector } from '@nestjs/core'
import type { Response } from 'express'
import { finalize } from 'rxjs'
import { onceClosed } from '../http/once-closed.ts'
import type { SessionRequest } from './session.guard.ts'
import { Turns } from './turns.ts'

/** Together less than the database connections of one service, so that one user never has them all. */
const READS_AT_ONCE = 5
const WRITES_AT_ONCE = 2
/** Far more than a browser sends, also one that has many streams to a proxy. */
const WAITING = 256
/** A client that takes its answer so slowly is no longer waited for. */
const SLOW_READER_MS = 10_000

const READS = new Set(['GET', 'HEAD'])
const OUT_OF_TURN = 'daymark:out-of-turn'

/** Not counted among what its caller may have under way: files and streams, which have limits of their own, and probes. */
export const OutOfTurn = () => SetMetadata(OUT_OF_TURN, true)

/** A flood of one caller waits here, before it takes a database connection that others need. */
@Injectable()
export class InTurn implements NestInterceptor {
  private readonly reads = new Turns(READS_AT_ONCE, WAITING)
  private readonly writes = new Turns(WRITES_AT_ONCE, WAITING)
  private readonly reflector: Reflector

  constructor(reflector: Reflector) {
    this.reflector = reflector
  }

  async intercept(context: ExecutionContext, next: CallHandler) {
    if (this.reflector.getAllAndOverride<boolean>(OUT_OF_TURN, [context.getHandler(), context.getClass()]))
      return next.handle()
    const request = context.switchToHttp().getRequest<SessionRequest>()
    const response = context.switchToHttp().getResponse<Response>()
    const over = await (READS.has(request.method) ? this.reads : this.writes).take(callerOf(request))
    const whenTaken = (): void => untilTaken(response, over)
    if (!response.destroyed) return next.handle().pipe(finalize(whenTaken))
    // Whoever left while waiting needs no work any more.
    over()
    throw errors.UNAVAILABLE()
  }
}

/** Of strangers no more is known than their address. */
const callerOf = ({ session, ip = '' }: SessionRequest): string =>
  session ? `user:${session.user.id}` : `address:${networkOf(ip)}`

/** An answer that is not taken is held in memory; so it counts as under way. */
function untilTaken(response: Response, over: () => void): void {
  const late = setTimeout(over, SLOW_READER_MS).unref()
  onceClosed(response, () => {
    clearTimeout(late)
    over()
  })
}
