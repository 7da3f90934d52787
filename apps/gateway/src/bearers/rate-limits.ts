import { anonymous, type Limited, type Output, tokens } from '@daymark/contracts'
import { Gate, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { LRUCache } from 'lru-cache'
import type { Bearer } from './bearers.ts'

type Answer = Output<typeof tokens.takeCalls>
/** Whether a call may be made, and what is left. */
export type Allowance = Omit<Answer, 'granted'> & { isGranted: boolean }
type Turn = { count: number; take: (allowance: Allowance) => void; fail: (error: unknown) => void }

/** The longest that a refusal is believed without asking. */
const REFUSED_MS = 1000
const MOST = 10_000
const MOST_AT_ONCE = 1000
/** Questions at once, and how many more wait; owners take turns. */
const ASKING = { width: 6, waiting: 5000 }

/**
 * What a token may still do: counted by developer, for all replicas. Calls that come while a question about their token is under way
 * are asked for together with the next one, and a refusal holds until there is something again: a flood of one token costs the
 * others nothing.
 */
@Injectable()
export class RateLimits {
  private readonly rpc: RpcClient
  private readonly gate = new Gate(ASKING.width, ASKING.waiting)
  private readonly lines = new Map<string, Turn[]>()
  private readonly refused = new LRUCache<string, { at: number; answer: Answer }>({ max: MOST })

  constructor(rpc: RpcClient) {
    this.rpc = rpc
  }

  /** `count` 0 takes nothing and only asks. */
  take(bearer: Bearer, limited: Limited, count: 0 | 1): Promise<Allowance> {
    const name = `${limited} ${bearer.tokenId}`
    const refused = this.stillRefused(name)
    if (refused) return Promise.resolve(refused)
    return new Promise((take, fail) => {
      const turn = { count, take, fail }
      const line = this.lines.get(name)
      if (line) return void line.push(turn)
      const begun = [turn]
      this.lines.set(name, begun)
      void this.serve(name, begun, count => this.ask(bearer, limited, count))
    })
  }

  private async serve(name: string, line: Turn[], ask: (count: number) => Promise<Answer>): Promise<void> {
    while (line.length > 0) {
      // those that come while this waits for its own turn are not among them
      const turns = line.splice(0, MOST_AT_ONCE)
      try {
        this.share(name, turns, await ask(turns.reduce((sum, { count }) => sum + count, 0)))
      } catch (error) {
        for (const { fail } of turns) fail(error)
      }
    }
    this.lines.delete(name)
  }

  /** The first come first; what is left is told as if each had asked alone. */
  private share(name: string, turns: Turn[], answer: Answer): void {
    let left = answer.granted
    for (const { count, take } of turns)
      if (count > left) take(refusal(answer))
      else {
        left -= count
        take({ ...answer, isGranted: true, remaining: answer.remaining + left })
      }
    if (answer.remaining === 0) this.refused.set(name, { at: performance.now(), answer })
  }

  private stillRefused(name: string): Allowance | undefined {
    const { at, answer } = this.refused.get(name) ?? {}
    if (at === undefined || !answer) return undefined
    const passed = performance.now() - at
    return passed < Math.min(answer.retryMs, REFUSED_MS) ? refusal(answer, passed) : undefined
  }

  private ask({ tokenId, userId }: Bearer, limited: Limited, count: number): Promise<Answer> {
    return this.gate.pass(userId, () => this.rpc.call(tokens.takeCalls, { tokenId, limited, count }, anonymous))
  }
}

const refusal = (answer: Answer, passedMs = 0): Allowance => ({
  ...answer,
  ...{ isGranted: false, remaining: 0 },
  ...{ resetMs: answer.resetMs - passedMs, retryMs: answer.retryMs - passedMs },
})
