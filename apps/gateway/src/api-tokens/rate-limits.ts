import { anonymous, type RateLimitName, type Output, tokens } from '@daymark/contracts'
import { Gate, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { LRUCache } from 'lru-cache'
import type { Bearer } from './api-tokens.ts'

type Answer = Output<typeof tokens.takeCalls>
/** Whether a call may be made, and what is left. */
export type Allowance = Omit<Answer, 'granted'> & { isGranted: boolean }
type Turn = { count: number; take: (allowance: Allowance) => void; fail: (error: unknown) => void }
/** What was answered last of a token, how many calls were taken ahead then, and how many of these were not made yet. */
type Known = { at: number; answer: Answer; ahead: number; left: number }

/** The longest that a refusal is believed, and that calls are held which were taken ahead. */
const REFUSED_MS = 1000
const AHEAD_MS = 400
const MOST = 10_000
const MOST_AT_ONCE = 500
/** A busy token takes calls ahead, twice as many each time: a small part of what is left, and nothing near the end. */
const AHEAD = { part: 20, most: 50 }
/** Questions at once, and how many more wait; owners take turns. */
const ASKING = { width: 6, waiting: 5000 }

/**
 * What a token may still do: counted by developer, for all replicas. Calls that come while a question about their token is under way
 * are asked for together with the next one, some more are taken ahead for those that follow and given back if none do, and a refusal
 * holds until there is something again: so a flood of one token costs the others nothing, and a program seldom waits.
 */
@Injectable()
export class RateLimits {
  private readonly gate = new Gate(ASKING.width, ASKING.waiting)
  private readonly lines = new Map<string, Turn[]>()
  private readonly known = new LRUCache<string, Known>({ max: MOST })

  constructor(private readonly rpc: RpcClient) {}

  /** `count` 0 takes nothing and only asks. */
  take(bearer: Bearer, limited: RateLimitName, count: 0 | 1): Promise<Allowance> {
    const name = `${limited} ${bearer.tokenId}`
    const known = this.atOnce(name, count)
    if (known) return Promise.resolve(known)
    return new Promise((take, fail) => {
      const turn = { count, take, fail }
      const line = this.lines.get(name)
      if (line) return void line.push(turn)
      const begun = [turn]
      this.lines.set(name, begun)
      void this.serve(name, begun, wanted => this.ask(bearer, limited, wanted))
    })
  }

  private async serve(name: string, line: Turn[], ask: (count: number) => Promise<Answer>): Promise<void> {
    while (line.length > 0) {
      const turns = line.splice(0, MOST_AT_ONCE).filter(turn => !this.isServed(name, turn))
      if (turns.length === 0) continue
      const wanted = turns.reduce((sum, { count }) => sum + count, 0)
      try {
        const answer = await ask(wanted + this.aheadOf(name, wanted))
        this.share(turns, answer)
        const ahead = Math.max(0, answer.granted - wanted)
        this.known.set(name, { at: performance.now(), answer, ahead, left: ahead })
        if (ahead > 0) setTimeout(() => this.giveBack(name, answer, ask), AHEAD_MS).unref()
      } catch (error) {
        for (const { fail } of turns) fail(error)
      }
    }
    this.lines.delete(name)
  }

  /** The first come first; what is left is told as if each had asked alone. */
  private share(turns: Turn[], answer: Answer): void {
    let left = answer.granted
    for (const { count, take } of turns)
      if (count > left) take(refused(answer))
      else {
        left -= count
        take(granted(answer, left))
      }
  }

  /** Without a question: of what was taken ahead, or a refusal that still holds. */
  private atOnce(name: string, count: number): Allowance | undefined {
    const known = this.known.get(name)
    if (!known) return undefined
    const passed = performance.now() - known.at
    if (known.left > 0) {
      known.left -= count
      return granted(known.answer, known.left, passed)
    }
    const isRefused = known.answer.remaining === 0 && passed < Math.min(known.answer.retryMs, REFUSED_MS)
    return isRefused ? refused(known.answer, passed) : undefined
  }

  private isServed(name: string, { count, take }: Turn): boolean {
    const allowance = this.atOnce(name, count)
    if (allowance) take(allowance)
    return allowance !== undefined
  }

  private aheadOf(name: string, wanted: number): number {
    const known = this.known.get(name)
    if (!known || wanted === 0 || performance.now() - known.at > AHEAD_MS) return 0
    return Math.min(2 * known.ahead + 1, Math.floor(known.answer.remaining / AHEAD.part), AHEAD.most)
  }

  /** What nobody wanted is there again for the other replicas. Where that cannot be told it comes back by itself, with time. */
  private giveBack(name: string, of: Answer, ask: (count: number) => Promise<Answer>): void {
    const known = this.known.get(name)
    if (known?.answer !== of || known.left === 0) return
    this.known.delete(name)
    ask(-known.left).catch(() => {})
  }

  private ask({ tokenId, userId }: Bearer, limited: RateLimitName, count: number): Promise<Answer> {
    return this.gate.pass(userId, () => this.rpc.call(tokens.takeCalls, { tokenId, limited, count }, anonymous))
  }
}

const later = (answer: Answer, passedMs: number) => ({
  resetMs: Math.max(0, answer.resetMs - passedMs),
  retryMs: Math.max(0, answer.retryMs - passedMs),
})
/** `more`: what was granted beyond this call, and is not made yet. */
const granted = (answer: Answer, more: number, passedMs = 0): Allowance => ({
  ...answer,
  ...{ isGranted: true, remaining: answer.remaining + more },
  ...later(answer, passedMs),
})
const refused = (answer: Answer, passedMs = 0): Allowance => ({
  ...answer,
  ...{ isGranted: false, remaining: 0 },
  ...later(answer, passedMs),
})
