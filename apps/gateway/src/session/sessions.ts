import { anonymous, errors, identity } from '@daymark/contracts'
import { ConcurrencyLimiter, RpcClient, withTimeout } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Caches, type Session } from '../cache/caches.ts'
import { tag } from '../cache/event-tags.ts'

export type { Session } from '../cache/caches.ts'

/** Calls at once, and how many more wait; networks take turns, so that one with made-up tokens cannot occupy all places. */
const ASKING = { width: 4, waiting: 1000 }
/** What cannot be a token is not worth a question. */
const TOKEN = /^[A-Za-z0-9_-]{20,200}$/

/** Who is behind a session cookie. */
@Injectable()
export class Sessions {
  private readonly gate = new ConcurrencyLimiter(ASKING.width, ASKING.waiting)

  constructor(
    private readonly rpc: RpcClient,
    private readonly caches: Caches,
  ) {}

  /** NO_SESSION when the token is unknown, ended or no token. `network`: who asks. */
  async check(token: string | undefined, network = ''): Promise<Session> {
    if (token === undefined || !TOKEN.test(token)) throw errors.NO_SESSION()
    return this.caches.sessions.get(token, () => this.gate.run(network, () => this.ask(token)))
  }
  /**
   * The administration is asked when something is wrong: it says so in half the time that a service has, also when that is who knows
   * sessions.
   */
  async soon(session: Promise<Session>): Promise<Session> {
    return withTimeout(session, this.rpc.timeoutMs / 2, errors.UNAVAILABLE)
  }
  /** With the user's plan and usage of this moment. `browserZone` is stored. */
  async fresh(token: string, browserZone?: string): Promise<Session> {
    return this.ask(token, browserZone)
  }
  /** A cached session without waiting. */
  peek(token: string): Session | undefined {
    return this.caches.sessions.peek(token)
  }

  /** At once here; events do the same in every other gateway a moment later. */
  drop(sessionId: string): void {
    this.caches.invalidate([tag.session(sessionId)])
  }
  dropUser(userId: string): void {
    this.caches.invalidate([tag.account(userId)])
  }

  private async ask(token: string, browserZone?: string): Promise<Session> {
    const found = await this.rpc.call(identity.checkSession, { token, browserZone }, anonymous)
    return { token, ...found, actor: { userId: found.user.id, role: found.user.role } }
  }
}
