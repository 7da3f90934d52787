import type { ServerResponse } from 'node:http'
import { errors } from '@daymark/contracts'
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common'
import { whenClosed } from '../http/when-closed.ts'
import { contractOf } from '../routing/serves.ts'
import type { CalledRequest } from './caller.ts'

/**
 * Time for which new downloads of a blocked user are rejected. It is longer than a request takes from its authorization to this
 * interceptor.
 */
const BLOCK_DURATION_MS = 3000

/**
 * Downloads that are being sent to users and API clients. They are aborted when the user loses access (rule 75). See
 * ActiveVisitorDownloads for visitors.
 */
@Injectable()
export class ActiveDownloads implements NestInterceptor {
  private readonly responsesByUser = new Map<string, Set<ServerResponse>>()
  private readonly blockTimers = new Map<string, NodeJS.Timeout>()

  intercept(context: ExecutionContext, next: CallHandler) {
    const { caller } = context.switchToHttp().getRequest<CalledRequest>()
    const isAuthenticated = caller?.via === 'session' || caller?.via === 'token'
    if (isAuthenticated && contractOf(context.getHandler())?.answer === 'bytes')
      this.track(caller.actor.userId, context.switchToHttp().getResponse<ServerResponse>())
    return next.handle()
  }

  /** Aborts the downloads of a user who lost access, and rejects new ones for BLOCK_DURATION_MS. */
  block(userId: string): void {
    this.unblock(userId)
    this.blockTimers.set(userId, setTimeout(() => this.blockTimers.delete(userId), BLOCK_DURATION_MS).unref())
    for (const response of this.responsesByUser.get(userId) ?? []) response.destroy()
  }

  unblock(userId: string): void {
    clearTimeout(this.blockTimers.get(userId))
    this.blockTimers.delete(userId)
  }

  private track(userId: string, response: ServerResponse): void {
    if (this.blockTimers.has(userId)) throw errors.NO_SESSION()
    const responses = this.responsesByUser.get(userId) ?? new Set()
    this.responsesByUser.set(userId, responses.add(response))
    whenClosed(response, () => {
      responses.delete(response)
      if (responses.size === 0 && this.responsesByUser.get(userId) === responses) this.responsesByUser.delete(userId)
    })
  }
}
