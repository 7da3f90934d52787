import type { ServerResponse } from 'node:http'
import { errors } from '@daymark/contracts'
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common'
import { onceClosed } from '../http/when-closed.ts'
import { contractOf } from '../routing/serves.ts'
import type { CalledRequest } from './caller.ts'

/** Whoever was let in a moment before she was shut out is here by then. */
const REMEMBERED_MS = 3000

/**
 * Files and lists that are being sent to somebody who is signed in, or to her programs: who may not act any more gets no more of
 * them (rule 75). What visitors get is LiveDownloads'.
 */
@Injectable()
export class OwnAnswers implements NestInterceptor {
  private readonly running = new Map<string, Set<ServerResponse>>()
  private readonly ended = new Map<string, NodeJS.Timeout>()

  intercept(context: ExecutionContext, next: CallHandler) {
    const { caller } = context.switchToHttp().getRequest<CalledRequest>()
    const isOwn = caller?.via === 'session' || caller?.via === 'token'
    if (isOwn && contractOf(context.getHandler())?.answer === 'bytes')
      this.follow(caller.actor.userId, context.switchToHttp().getResponse<ServerResponse>())
    return next.handle()
  }

  /** She may not act any more. */
  end(userId: string): void {
    this.mayActAgain(userId)
    this.ended.set(userId, setTimeout(() => this.ended.delete(userId), REMEMBERED_MS).unref())
    for (const response of this.running.get(userId) ?? []) response.destroy()
  }

  mayActAgain(userId: string): void {
    clearTimeout(this.ended.get(userId))
    this.ended.delete(userId)
  }

  private follow(userId: string, response: ServerResponse): void {
    if (this.ended.has(userId)) throw errors.NO_SESSION()
    const hers = this.running.get(userId) ?? new Set()
    this.running.set(userId, hers.add(response))
    onceClosed(response, () => {
      hers.delete(response)
      if (hers.size === 0 && this.running.get(userId) === hers) this.running.delete(userId)
    })
  }
}
