import { anonymous, type RateLimitName, type Output, tokens } from '@daymark/contracts'
import { ConcurrencyLimiter, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { LRUCache } from 'lru-cache'
import type { TokenIdentity } from './api-tokens.ts'

type RateLimitAnswer = Output<typeof tokens.takeCalls>
/** Whether the call is allowed, and how many calls the token may still make. */
export type Allowance = Omit<RateLimitAnswer, 'granted'> & { isGranted: boolean }
type PendingCall = { count: number; resolve: (allowance: Allowance) => void; reject: (error: unknown) => void }
/**
 * The last response of the developer service for a token. `receivedAt`: in milliseconds of `performance.now()`; `reserved`: calls that this
 * response reserved; `unused`: reserved calls that are still available.
 */
type LastAnswer = { receivedAt: number; answer: RateLimitAnswer; reserved: number; unused: number }

/** Time for which a rejection is cached. */
const REJECTION_CACHE_MS = 1000
/** Time after which unused reserved calls are returned to the developer service. */
const RESERVATION_MS = 400
const MAX_CACHED_TOKENS = 10_000
const MAX_CALLS_PER_REQUEST = 500
/**
 * Limits of calls that are reserved in advance. Each request of a busy token reserves about twice as many as the previous one: at most 1/20
 * of the remaining calls, and at most 50.
 */
const RESERVATION_LIMITS = { fraction: 20, max: 50 }
/** Limits of calls to the developer service. Users take turns. */
const CALL_LIMITS = { maxRunning: 6, maxQueued: 5000 }

/**
 * Rate limits of tokens. The developer service counts calls for all replicas. While a request about a token runs, further calls of the
 * token are batched into the next request. A request also reserves some calls for later; unused ones are returned. A rejection is cached
 * for one second. Many calls with one token therefore do not slow down calls with other tokens, and a client rarely waits.
 */
@Injectable()
export class RateLimits {
  private readonly limiter = new ConcurrencyLimiter(CALL_LIMITS.maxRunning, CALL_LIMITS.maxQueued)
  private readonly queues = new Map<string, PendingCall[]>()
  private readonly lastAnswers = new LRUCache<string, LastAnswer>({ max: MAX_CACHED_TOKENS })

  constructor(private readonly rpc: RpcClient) {}

  /** Takes `count` calls from the rate limit of the token. A `count` of 0 only reads the allowance. */
  take(token: TokenIdentity, limitName: RateLimitName, count: 0 | 1): Promise<Allowance> {
    const queueKey = `${limitName} ${token.tokenId}`
    const cachedAllowance = this.fromLastAnswer(queueKey, count)
    if (cachedAllowance) return Promise.resolve(cachedAllowance)
    return new Promise((resolve, reject) => {
      const pendingCall = { count, resolve, reject }
      const queue = this.queues.get(queueKey)
      if (queue) return void queue.push(pendingCall)
      const newQueue = [pendingCall]
      this.queues.set(queueKey, newQueue)
      void this.process(queueKey, newQueue, requestedCalls => this.request(token, limitName, requestedCalls))
    })
  }

  private async process(
    name: string,
    queue: PendingCall[],
    request: (count: number) => Promise<RateLimitAnswer>,
  ): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, MAX_CALLS_PER_REQUEST).filter(call => !this.isResolved(name, call))
      if (batch.length === 0) continue
      const requestedCalls = batch.reduce((sum, { count }) => sum + count, 0)
      try {
        const answer = await request(requestedCalls + this.reservationFor(name, requestedCalls))
        this.resolveAll(batch, answer)
        const reserved = Math.max(0, answer.granted - requestedCalls)
        this.lastAnswers.set(name, { receivedAt: performance.now(), answer, reserved, unused: reserved })
        if (reserved > 0) setTimeout(() => this.returnUnused(name, answer, request), RESERVATION_MS).unref()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    this.queues.delete(name)
  }

  /** Resolves the calls in order of arrival. Each receives the remaining count as if it had been requested separately. */
  private resolveAll(calls: PendingCall[], answer: RateLimitAnswer): void {
    let remainingCalls = answer.granted
    for (const { count, resolve } of calls)
      if (count > remainingCalls) resolve(denyCall(answer))
      else {
        remainingCalls -= count
        resolve(allowCall(answer, remainingCalls))
      }
  }

  /** The allowance without a request to the developer service: from reserved calls or a cached rejection. Undefined if there is neither. */
  private fromLastAnswer(name: string, count: number): Allowance | undefined {
    const lastAnswer = this.lastAnswers.get(name)
    if (!lastAnswer) return undefined
    const elapsedMs = performance.now() - lastAnswer.receivedAt
    if (lastAnswer.unused > 0) {
      lastAnswer.unused -= count
      return allowCall(lastAnswer.answer, lastAnswer.unused, elapsedMs)
    }
    const isRejected =
      lastAnswer.answer.remaining === 0 && elapsedMs < Math.min(lastAnswer.answer.retryMs, REJECTION_CACHE_MS)
    return isRejected ? denyCall(lastAnswer.answer, elapsedMs) : undefined
  }

  private isResolved(name: string, { count, resolve }: PendingCall): boolean {
    const allowance = this.fromLastAnswer(name, count)
    if (allowance) resolve(allowance)
    return allowance !== undefined
  }

  private reservationFor(name: string, requestedCalls: number): number {
    const lastAnswer = this.lastAnswers.get(name)
    if (!lastAnswer || requestedCalls === 0 || performance.now() - lastAnswer.receivedAt > RESERVATION_MS) return 0
    const { fraction, max } = RESERVATION_LIMITS
    return Math.min(2 * lastAnswer.reserved + 1, Math.floor(lastAnswer.answer.remaining / fraction), max)
  }

  /**
   * Gives unused reserved calls back to the developer service, so that other replicas can use them. If this fails, they become available
   * again when the window ends.
   */
  private returnUnused(
    name: string,
    answer: RateLimitAnswer,
    request: (count: number) => Promise<RateLimitAnswer>,
  ): void {
    const lastAnswer = this.lastAnswers.get(name)
    if (lastAnswer?.answer !== answer || lastAnswer.unused === 0) return
    this.lastAnswers.delete(name)
    request(-lastAnswer.unused).catch(() => {})
  }

  private request(
    { tokenId, userId }: TokenIdentity,
    limitName: RateLimitName,
    count: number,
  ): Promise<RateLimitAnswer> {
    return this.limiter.run(userId, () =>
      this.rpc.call(tokens.takeCalls, { tokenId, limited: limitName, count }, anonymous),
    )
  }
}

const remainingTimes = (answer: RateLimitAnswer, elapsedMs: number) => ({
  resetMs: Math.max(0, answer.resetMs - elapsedMs),
  retryMs: Math.max(0, answer.retryMs - elapsedMs),
})
/** `unusedCalls`: granted calls that are not used yet. `elapsedMs`: age of the answer. */
const allowCall = (answer: RateLimitAnswer, unusedCalls: number, elapsedMs = 0): Allowance => ({
  ...answer,
  isGranted: true,
  remaining: answer.remaining + unusedCalls,
  ...remainingTimes(answer, elapsedMs),
})
const denyCall = (answer: RateLimitAnswer, elapsedMs = 0): Allowance => ({
  ...answer,
  isGranted: false,
  remaining: 0,
  ...remainingTimes(answer, elapsedMs),
})
