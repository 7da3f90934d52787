import { anonymous, type RateLimitName, type Output, tokens } from '@daymark/contracts'
import { ConcurrencyLimiter, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { LRUCache } from 'lru-cache'
import type { TokenIdentity } from './api-tokens.ts'

type Answer = Output<typeof tokens.takeCalls>
/** Whether a call may be made, and what is left. */
export type Allowance = Omit<Answer, 'granted'> & { isGranted: boolean }
type PendingCall = { count: number; resolve: (allowance: Allowance) => void; reject: (error: unknown) => void }
/** The last answer for a token, how many calls were reserved with it, and how many of these are unused. */
type LastAnswer = { at: number; answer: Answer; reserved: number; unused: number }

/** How long a rejection is cached, and how long reserved calls are held. */
const REJECTION_MS = 1000
const RESERVATION_MS = 400
const MAX_TOKENS = 10_000
const MAX_BATCH = 500
/** A busy token reserves calls, twice as many each time: at most 1/20 of the remaining calls, and at most 50. */
const RESERVATION = { fraction: 20, max: 50 }
/** Concurrent calls to the developer service, and how many more may wait. Owners take turns. */
const CALLS = { width: 6, waiting: 5000 }

/**
 * Rate limits of tokens. The developer service counts calls for all replicas. While a request about a token runs, further calls of the
 * token are batched into the next request. A request also reserves some calls for later and returns them if they are not used, and a
 * rejection is cached for a moment. A flood with one token therefore does not slow down others, and a client rarely waits.
 */
@Injectable()
export class RateLimits {
  private readonly gate = new ConcurrencyLimiter(CALLS.width, CALLS.waiting)
  private readonly queues = new Map<string, PendingCall[]>()
  private readonly lastAnswers = new LRUCache<string, LastAnswer>({ max: MAX_TOKENS })

  constructor(private readonly rpc: RpcClient) {}

  /** `count` 0 takes nothing and only returns the allowance. */
  take(token: TokenIdentity, limited: RateLimitName, count: 0 | 1): Promise<Allowance> {
    const name = `${limited} ${token.tokenId}`
    const known = this.fromLastAnswer(name, count)
    if (known) return Promise.resolve(known)
    return new Promise((resolve, reject) => {
      const call = { count, resolve, reject }
      const queue = this.queues.get(name)
      if (queue) return void queue.push(call)
      const newQueue = [call]
      this.queues.set(name, newQueue)
      void this.process(name, newQueue, wanted => this.request(token, limited, wanted))
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
      const wanted = calls.reduce((sum, { count }) => sum + count, 0)
      try {
        const answer = await request(wanted + this.reservationFor(name, wanted))
        this.resolveAll(calls, answer)
        const reserved = Math.max(0, answer.granted - wanted)
        this.lastAnswers.set(name, { at: performance.now(), answer, reserved, unused: reserved })
        if (reserved > 0) setTimeout(() => this.returnUnused(name, answer, request), RESERVATION_MS).unref()
      } catch (error) {
        for (const { reject } of calls) reject(error)
      }
    }
    this.queues.delete(name)
  }

  /** In order of arrival. Each call receives the remaining count as if the calls had been requested one by one. */
  private resolveAll(calls: PendingCall[], answer: Answer): void {
    let left = answer.granted
    for (const { count, resolve } of calls)
      if (count > left) resolve(rejected(answer))
      else {
        left -= count
        resolve(granted(answer, left))
      }
  }

  /** Without a request: from reserved calls, or a rejection that is still cached. */
  private fromLastAnswer(name: string, count: number): Allowance | undefined {
    const last = this.lastAnswers.get(name)
    if (!last) return undefined
    const passed = performance.now() - last.at
    if (last.unused > 0) {
      last.unused -= count
      return granted(last.answer, last.unused, passed)
    }
    const isRejected = last.answer.remaining === 0 && passed < Math.min(last.answer.retryMs, REJECTION_MS)
    return isRejected ? rejected(last.answer, passed) : undefined
  }

  private isResolved(name: string, { count, resolve }: PendingCall): boolean {
    const allowance = this.fromLastAnswer(name, count)
    if (allowance) resolve(allowance)
    return allowance !== undefined
  }

  private reservationFor(name: string, wanted: number): number {
    const last = this.lastAnswers.get(name)
    if (!last || wanted === 0 || performance.now() - last.at > RESERVATION_MS) return 0
    const { fraction, max } = RESERVATION
    return Math.min(2 * last.reserved + 1, Math.floor(last.answer.remaining / fraction), max)
  }

  /** Returns unused calls to the other replicas. If this fails, they become available again when the window ends. */
  private returnUnused(name: string, answer: Answer, request: (count: number) => Promise<Answer>): void {
    const last = this.lastAnswers.get(name)
    if (last?.answer !== answer || last.unused === 0) return
    this.lastAnswers.delete(name)
    request(-last.unused).catch(() => {})
  }

  private request({ tokenId, userId }: TokenIdentity, limited: RateLimitName, count: number): Promise<Answer> {
    return this.gate.run(userId, () => this.rpc.call(tokens.takeCalls, { tokenId, limited, count }, anonymous))
  }
}

const later = (answer: Answer, passedMs: number) => ({
  resetMs: Math.max(0, answer.resetMs - passedMs),
  retryMs: Math.max(0, answer.retryMs - passedMs),
})
/** `more` is the number of granted calls that are not used yet. */
const granted = (answer: Answer, more: number, passedMs = 0): Allowance => ({
  ...answer,
  ...{ isGranted: true, remaining: answer.remaining + more },
  ...later(answer, passedMs),
})
const rejected = (answer: Answer, passedMs = 0): Allowance => ({
  ...answer,
  ...{ isGranted: false, remaining: 0 },
  ...later(answer, passedMs),
})
