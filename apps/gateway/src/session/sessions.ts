import { anonymous, errors, identity } from '@daymark/contracts'
import { ConcurrencyLimiter, RpcClient, withTimeout } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Caches, type Session } from '../cache/caches.ts'
import { tag } from '../cache/event-tags.ts'

export type { Session } from '../cache/caches.ts'

/** Concurrent calls, and how many more may wait. Networks take turns, so that one sending invalid tokens cannot occupy all slots. */
const CALLS = { width: 4, waiting: 1000 }
/** Other values need no call. */
const TOKEN = /^[A-Za-z0-9_-]{20,200}$/

/** Finds the session of a cookie. */
@Injectable()
export class Sessions {
  private readonly gate = new ConcurrencyLimiter(CALLS.width, CALLS.waiting)

  constructor(
    private readonly rpc: RpcClient,
    private readonly caches: Caches,
  ) {}

  /** NO_SESSION if the token is invalid or the session unknown or ended. `network` is that of the client. */
  async check(token: string | undefined, network = ''): Promise<Session> {
    if (token === undefined || !TOKEN.test(token)) throw errors.NO_SESSION()
    return this.caches.sessions.get(token, () => this.gate.run(network, () => this.load(token)))
  }
  /** Administration is used when something fails, so it must report an unavailable service in half of the usual timeout. */
  async withShortTimeout(session: Promise<Session>): Promise<Session> {
    return withTimeout(session, this.rpc.timeoutMs / 2, errors.UNAVAILABLE)
  }
  /** With the current plan and usage of the user. Stores `browserZone`. */
  async fresh(token: string, browserZone?: string): Promise<Session> {
    return this.load(token, browserZone)
  }
  /** A cached session without waiting. */
  peek(token: string): Session | undefined {
    return this.caches.sessions.peek(token)
  }

  /** Takes effect here immediately; events invalidate the caches of other gateways. */
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
