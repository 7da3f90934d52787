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
  private readonly running = new Map<string, Set<ServerResponse>>()
  private readonly blocked = new Map<string, NodeJS.Timeout>()

  intercept(context: ExecutionContext, next: CallHandler) {
    const { caller } = context.switchToHttp().getRequest<CalledRequest>()
    const isAuthenticated = caller?.via === 'session' || caller?.via === 'token'
    if (isAuthenticated && contractOf(context.getHandler())?.answer === 'bytes')
      this.follow(caller.actor.userId, context.switchToHttp().getResponse<ServerResponse>())
    return next.handle()
  }

  /** Aborts the downloads of a user who lost access, and rejects new ones for BLOCK_DURATION_MS. */
  block(userId: string): void {
    this.unblock(userId)
    this.blocked.set(userId, setTimeout(() => this.blocked.delete(userId), BLOCK_DURATION_MS).unref())
    for (const response of this.running.get(userId) ?? []) response.destroy()
  }

  unblock(userId: string): void {
    clearTimeout(this.blocked.get(userId))
    this.blocked.delete(userId)
  }

  private follow(userId: string, response: ServerResponse): void {
    if (this.blocked.has(userId)) throw errors.NO_SESSION()
    const responses = this.running.get(userId) ?? new Set()
    this.running.set(userId, responses.add(response))
    whenClosed(response, () => {
      responses.delete(response)
      if (responses.size === 0 && this.running.get(userId) === responses) this.running.delete(userId)
    })
  }
}
