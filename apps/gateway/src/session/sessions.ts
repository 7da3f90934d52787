import { anonymous, errors, identity } from '@daymark/contracts'
import { ConcurrencyLimiter, RpcClient, withTimeout } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Caches, type Session } from '../cache/caches.ts'
import { tag } from '../cache/event-tags.ts'

export type { Session } from '../cache/caches.ts'

/**
 * `width`: concurrent calls to the identity service; `waiting`: calls that may queue. Client networks take turns, so that a network that
 * sends invalid tokens cannot occupy all slots.
 */
const CALL_LIMITS = { width: 4, waiting: 1000 }
/** Format of a session token. Other values are rejected without a call to the identity service. */
const TOKEN = /^[A-Za-z0-9_-]{20,200}$/

/** Finds the session of a cookie. */
@Injectable()
export class Sessions {
  private readonly limiter = new ConcurrencyLimiter(CALL_LIMITS.width, CALL_LIMITS.waiting)

  constructor(
    private readonly rpc: RpcClient,
    private readonly caches: Caches,
  ) {}

  /** Throws NO_SESSION if the token is invalid, or the session is unknown or ended. `network` is the client's network. */
  async check(token: string | undefined, network = ''): Promise<Session> {
    if (token === undefined || !TOKEN.test(token)) throw errors.NO_SESSION()
    return this.caches.sessions.get(token, () => this.limiter.run(network, () => this.load(token)))
  }
  /** Operators use administration when something fails, so it must report an unavailable service in half of the usual timeout. */
  async withShortTimeout(session: Promise<Session>): Promise<Session> {
    return withTimeout(session, this.rpc.timeoutMs / 2, errors.UNAVAILABLE)
  }
  /** Bypasses the cache, so that plan and usage of the user are current. Stores `browserZone`, the time zone of the browser. */
  async fresh(token: string, browserZone?: string): Promise<Session> {
    return this.load(token, browserZone)
  }
  /** A cached session without waiting. */
  peek(token: string): Session | undefined {
    return this.caches.sessions.peek(token)
  }

  /** Removes a cached session from this gateway. Other replicas do so when they receive the event. */
  drop(sessionId: string): void {
    this.caches.invalidate([tag.session(sessionId)])
  }
  dropUser(userId: string): void {
    this.caches.invalidate([tag.account(userId)])
  }

  private async load(token: string, browserZone?: string): Promise<Session> {
    const found = await this.rpc.call(identity.checkSession, { token, browserZone }, anonymous)
    return { token, ...found, actor: { userId: found.user.id, role: found.user.role } }
  }
}
