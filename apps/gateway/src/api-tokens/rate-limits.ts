import { anonymous, type RateLimitName, type Output, tokens } from '@daymark/contracts'
import { ConcurrencyLimiter, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { LRUCache } from 'lru-cache'
import type { TokenIdentity } from './api-tokens.ts'

type RateLimitResponse = Output<typeof tokens.takeCalls>
/** Whether the call is allowed, and how many calls the token may still make. */
export type Allowance = Omit<RateLimitResponse, 'granted'> & { isGranted: boolean }
type PendingCall = { count: number; resolve: (allowance: Allowance) => void; reject: (error: unknown) => void }
/**
 * The last response of the developer service for a token. `receivedAt`: in milliseconds of `performance.now()`; `reservedCalls`: number of
 * calls that this response reserved; `unusedCalls`: reserved calls that are still available.
 */
type LastResponse = { receivedAt: number; response: RateLimitResponse; reservedCalls: number; unusedCalls: number }

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
const RESERVATION_LIMITS = { remainingDivisor: 20, maxCalls: 50 }

/**
 * Rate limits of tokens. The developer service counts calls for all replicas. While a request about a token runs, further calls of the
 * token are batched into the next request. A request also reserves some calls for later; unused ones are returned. A rejection is cached
 * for one second. Many calls with one token therefore do not slow down calls with other tokens, and a client rarely waits.
 */
@Injectable()
export class RateLimits {
  private readonly limiter = new ConcurrencyLimiter(6, 5000)
  private readonly queues = new Map<string, PendingCall[]>()
  private readonly lastResponses = new LRUCache<string, LastResponse>({ max: MAX_CACHED_TOKENS })

  constructor(private readonly rpc: RpcClient) {}

  /** Takes `count` calls from the rate limit of the token. A `count` of 0 only reads the allowance. */
  takeCalls(token: TokenIdentity, limitName: RateLimitName, count: 0 | 1): Promise<Allowance> {
    const queueKey = `${limitName} ${token.tokenId}`
    const cachedAllowance = this.findLocalAllowance(queueKey, count)
    if (cachedAllowance) return Promise.resolve(cachedAllowance)
    return new Promise((resolve, reject) => {
      const pendingCall = { count, resolve, reject }
      const queue = this.queues.get(queueKey)
      if (queue) return void queue.push(pendingCall)
      const newQueue = [pendingCall]
      this.queues.set(queueKey, newQueue)
      void this.processQueue(queueKey, newQueue, requestedCalls => this.request(token, limitName, requestedCalls))
    })
  }

  private async processQueue(
    queueKey: string,
    queue: PendingCall[],
    request: (count: number) => Promise<RateLimitResponse>,
  ): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, MAX_CALLS_PER_REQUEST).filter(call => !this.resolveLocally(queueKey, call))
      if (batch.length === 0) continue
      const requestedCalls = batch.reduce((sum, { count }) => sum + count, 0)
      try {
        const response = await request(requestedCalls + this.computeReservation(queueKey, requestedCalls))
        this.resolveAll(batch, response)
        const reservedCalls = Math.max(0, response.granted - requestedCalls)
        this.lastResponses.set(queueKey, {
          receivedAt: performance.now(),
          response,
          reservedCalls,
          unusedCalls: reservedCalls,
        })
        if (reservedCalls > 0) setTimeout(() => this.returnUnused(queueKey, response, request), RESERVATION_MS).unref()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    this.queues.delete(queueKey)
  }

  /** Resolves the calls in order of arrival. Each receives the remaining count as if it had been requested separately. */
  private resolveAll(calls: PendingCall[], response: RateLimitResponse): void {
    let remainingCalls = response.granted
    for (const { count, resolve } of calls)
      if (count > remainingCalls) resolve(denyCall(response))
      else {
        remainingCalls -= count
        resolve(allowCall(response, remainingCalls))
      }
  }

  /** The allowance without a request to the developer service: from reserved calls or a cached rejection. Undefined if there is neither. */
  private findLocalAllowance(queueKey: string, count: number): Allowance | undefined {
    const lastResponse = this.lastResponses.get(queueKey)
    if (!lastResponse) return undefined
    const elapsedMs = performance.now() - lastResponse.receivedAt
    if (lastResponse.unusedCalls > 0) {
      lastResponse.unusedCalls -= count
      return allowCall(lastResponse.response, lastResponse.unusedCalls, elapsedMs)
    }
    const isRejected =
      lastResponse.response.remaining === 0 && elapsedMs < Math.min(lastResponse.response.retryMs, REJECTION_CACHE_MS)
    return isRejected ? denyCall(lastResponse.response, elapsedMs) : undefined
  }

  /** Resolves the call without a request to the developer service. Returns false if this is not possible. */
  private resolveLocally(queueKey: string, { count, resolve }: PendingCall): boolean {
    const allowance = this.findLocalAllowance(queueKey, count)
    if (allowance) resolve(allowance)
    return allowance !== undefined
  }

  private computeReservation(queueKey: string, requestedCalls: number): number {
    const lastResponse = this.lastResponses.get(queueKey)
    if (!lastResponse || requestedCalls === 0 || performance.now() - lastResponse.receivedAt > RESERVATION_MS) return 0
    const { remainingDivisor, maxCalls } = RESERVATION_LIMITS
    return Math.min(
      2 * lastResponse.reservedCalls + 1,
      Math.floor(lastResponse.response.remaining / remainingDivisor),
      maxCalls,
    )
  }

  /**
   * Gives unused reserved calls back to the developer service, so that other replicas can use them. If this fails, they become available
   * again when the window ends.
   */
  private returnUnused(
    queueKey: string,
    response: RateLimitResponse,
    request: (count: number) => Promise<RateLimitResponse>,
  ): void {
    const lastResponse = this.lastResponses.get(queueKey)
    if (lastResponse?.response !== response || lastResponse.unusedCalls === 0) return
    this.lastResponses.delete(queueKey)
    request(-lastResponse.unusedCalls).catch(() => {})
  }

  private request(
    { tokenId, userId }: TokenIdentity,
    limitName: RateLimitName,
    count: number,
  ): Promise<RateLimitResponse> {
    return this.limiter.run(userId, () =>
      this.rpc.call(tokens.takeCalls, { tokenId, limited: limitName, count }, anonymous),
    )
  }
}

const remainingTimes = (response: RateLimitResponse, elapsedMs: number) => ({
  resetMs: Math.max(0, response.resetMs - elapsedMs),
  retryMs: Math.max(0, response.retryMs - elapsedMs),
})
/** `unusedCalls`: granted calls that are not used yet. `elapsedMs`: age of the response. */
const allowCall = (response: RateLimitResponse, unusedCalls: number, elapsedMs = 0): Allowance => ({
  ...response,
  isGranted: true,
  remaining: response.remaining + unusedCalls,
  ...remainingTimes(response, elapsedMs),
})
const denyCall = (response: RateLimitResponse, elapsedMs = 0): Allowance => ({
  ...response,
  isGranted: false,
  remaining: 0,
  ...remainingTimes(response, elapsedMs),
})
