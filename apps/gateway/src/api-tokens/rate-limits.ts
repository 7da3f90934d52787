import { anonymous, type RateLimitName, type Output, tokens } from '@daymark/contracts'
import { ConcurrencyLimiter, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { LRUCache } from 'lru-cache'
import type { TokenIdentity } from './api-tokens.ts'

type Answer = Output<typeof tokens.takeCalls>
/** Whether the call is allowed, and how many calls the token may still make. */
export type Allowance = Omit<Answer, 'granted'> & { isGranted: boolean }
type PendingCall = { count: number; resolve: (allowance: Allowance) => void; reject: (error: unknown) => void }
/**
 * The last response of the developer service for a token. `at`: when it arrived, in milliseconds; `reserved`: calls reserved with it;
 * `unused`: reserved calls that are still available.
 */
type LastAnswer = { at: number; answer: Answer; reserved: number; unused: number }

/** Time for which a rejection is cached, and time after which unused reserved calls are returned. */
const REJECTION_MS = 1000
const RESERVATION_MS = 400
const MAX_TOKENS = 10_000
const MAX_BATCH = 500
/** A busy token reserves calls in advance, twice as many with each request: at most 1/20 of its remaining calls, and at most 50. */
const RESERVATION = { fraction: 20, max: 50 }
/** `width`: concurrent calls to the developer service; `waiting`: calls that may queue. Users take turns. */
const CALL_LIMITS = { width: 6, waiting: 5000 }

/**
 * Rate limits of tokens. The developer service counts calls for all replicas. While a request about a token runs, further calls of the
 * token are batched into the next request. A request also reserves some calls for later and returns them if they are not used, and a
 * rejection is cached for one second. Many calls with one token therefore do not slow down calls with other tokens, and a client rarely
 * waits.
 */
@Injectable()
export class RateLimits {
  private readonly limiter = new ConcurrencyLimiter(CALL_LIMITS.width, CALL_LIMITS.waiting)
  private readonly queues = new Map<string, PendingCall[]>()
  private readonly lastAnswers = new LRUCache<string, LastAnswer>({ max: MAX_TOKENS })

  constructor(private readonly rpc: RpcClient) {}

  /** Takes one call from the rate limit of the token. `count` 0 takes none and only returns the allowance. */
  take(token: TokenIdentity, limited: RateLimitName, count: 0 | 1): Promise<Allowance> {
    const name = `${limited} ${token.tokenId}`
    const cachedAllowance = this.fromLastAnswer(name, count)
    if (cachedAllowance) return Promise.resolve(cachedAllowance)
    return new Promise((resolve, reject) => {
      const call = { count, resolve, reject }
      const queue = this.queues.get(name)
      if (queue) return void queue.push(call)
      const newQueue = [call]
      this.queues.set(name, newQueue)
      void this.process(name, newQueue, requestedCalls => this.request(token, limited, requestedCalls))
    })
  }

  private async process(
    name: string,
    queue: PendingCall[],
    request: (count: number) => Promise<Answer>,
  ): Promise<void> {
    while (queue.length > 0) {
      const calls = queue.splice(0, MAX_BATCH).filter(call => !this.isResolved(name, call))
      if (calls.length === 0) continue
      const requestedCalls = calls.reduce((sum, { count }) => sum + count, 0)
      try {
        const answer = await request(requestedCalls + this.reservationFor(name, requestedCalls))
        this.resolveAll(calls, answer)
        const reserved = Math.max(0, answer.granted - requestedCalls)
        this.lastAnswers.set(name, { at: performance.now(), answer, reserved, unused: reserved })
        if (reserved > 0) setTimeout(() => this.returnUnused(name, answer, request), RESERVATION_MS).unref()
      } catch (error) {
        for (const { reject } of calls) reject(error)
      }
    }
    this.queues.delete(name)
  }

  /** Resolves the calls in order of arrival. Each receives the remaining count as if it had been requested separately. */
  private resolveAll(calls: PendingCall[], answer: Answer): void {
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
    const last = this.lastAnswers.get(name)
    if (!last) return undefined
    const elapsedMs = performance.now() - last.at
    if (last.unused > 0) {
      last.unused -= count
      return allowCall(last.answer, last.unused, elapsedMs)
    }
    const isRejected = last.answer.remaining === 0 && elapsedMs < Math.min(last.answer.retryMs, REJECTION_MS)
    return isRejected ? denyCall(last.answer, elapsedMs) : undefined
  }

  private isResolved(name: string, { count, resolve }: PendingCall): boolean {
    const allowance = this.fromLastAnswer(name, count)
    if (allowance) resolve(allowance)
    return allowance !== undefined
  }

  private reservationFor(name: string, requestedCalls: number): number {
    const last = this.lastAnswers.get(name)
    if (!last || requestedCalls === 0 || performance.now() - last.at > RESERVATION_MS) return 0
    const { fraction, max } = RESERVATION
    return Math.min(2 * last.reserved + 1, Math.floor(last.answer.remaining / fraction), max)
  }

  /**
   * Gives unused reserved calls back to the developer service, so that other replicas can use them. If this fails, they become available
   * again when the window ends.
   */
  private returnUnused(name: string, answer: Answer, request: (count: number) => Promise<Answer>): void {
    const last = this.lastAnswers.get(name)
    if (last?.answer !== answer || last.unused === 0) return
    this.lastAnswers.delete(name)
    request(-last.unused).catch(() => {})
  }

  private request({ tokenId, userId }: TokenIdentity, limited: RateLimitName, count: number): Promise<Answer> {
    return this.limiter.run(userId, () => this.rpc.call(tokens.takeCalls, { tokenId, limited, count }, anonymous))
  }
}

const remainingTimes = (answer: Answer, elapsedMs: number) => ({
  resetMs: Math.max(0, answer.resetMs - elapsedMs),
  retryMs: Math.max(0, answer.retryMs - elapsedMs),
})
/** `unusedCalls`: granted calls that are not used yet. `elapsedMs`: age of the answer. */
const allowCall = (answer: Answer, unusedCalls: number, elapsedMs = 0): Allowance => ({
  ...answer,
  ...{ isGranted: true, remaining: answer.remaining + unusedCalls },
  ...remainingTimes(answer, elapsedMs),
})
const denyCall = (answer: Answer, elapsedMs = 0): Allowance => ({
  ...answer,
  ...{ isGranted: false, remaining: 0 },
  ...remainingTimes(answer, elapsedMs),
})
