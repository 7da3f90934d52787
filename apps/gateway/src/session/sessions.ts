import { type Actor, anonymous, errors, identity, type UserView } from '@daymark/contracts'
import { Gate, RpcClient, withTimeout } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { countLook } from '../kept/cache-requests.ts'
import { ShortCache } from '../kept/short-cache.ts'

export type Session = { token: string; sessionId: string; expiresAt: string; user: UserView; actor: Actor }

/** The longest that a lost event could keep an ended session alive. */
const KEPT_MS = 5000
const MAX_SESSIONS = 10_000
/** Questions at once, and how many more wait; each address has its turn, lest one with made-up tokens take all. */
const ASKING = { width: 4, waiting: 1000 }
/** What cannot be a token is not worth a question. */
const TOKEN = /^[A-Za-z0-9_-]{20,200}$/

/** Who is behind a session cookie: asked of identity, remembered for a moment, dropped by event. */
@Injectable()
export class Sessions {
  private readonly gate = new Gate(ASKING.width, ASKING.waiting)
  private readonly cache = new ShortCache<Session>({
    ttlMs: KEPT_MS,
    max: MAX_SESSIONS,
    groups: session => [`session:${session.sessionId}`, `user:${session.user.id}`],
  })

  constructor(private readonly rpc: RpcClient) {}

  /** NO_SESSION when the token is unknown, ended or no token. `network`: who asks. */
  async check(token: string | undefined, network = ''): Promise<Session> {
    if (token === undefined || !TOKEN.test(token)) throw errors.NO_SESSION()
    countLook('session', this.cache.peek(token) !== undefined)
    return this.cache.get(token, () => this.gate.pass(network, () => this.ask(token)))
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
  /** A remembered session without waiting. */
  peek(token: string): Session | undefined {
    return this.cache.peek(token)
  }

  drop(sessionId: string): void {
    this.cache.drop(`session:${sessionId}`)
  }
  dropUser(userId: string): void {
    this.cache.drop(`user:${userId}`)
  }

  private async ask(token: string, browserZone?: string): Promise<Session> {
    const found = await this.rpc.call(identity.checkSession, { token, browserZone }, anonymous)
    return { token, ...found, actor: { userId: found.user.id, role: found.user.role } }
  }
}
