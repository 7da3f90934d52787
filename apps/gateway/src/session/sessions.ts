import { anonymous, errors, identity, type Output } from '@daymark/contracts'
import { ConcurrencyLimiter, RpcClient, withTimeout } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { Request, Response } from 'express'
import { Caches, type Session } from '../cache/caches.ts'
import { tag } from '../cache/event-tags.ts'
import { Cookies, DEVICE_COOKIE, SESSION_COOKIE } from './cookies.ts'

/** Format of a session token. Other values are rejected without a call to the identity service. */
const SESSION_TOKEN = /^[A-Za-z0-9_-]{20,200}$/

/** Finds the session of a cookie. */
@Injectable()
export class SessionLookup {
  /** Client networks take turns, so that a network that sends invalid tokens cannot occupy all slots. */
  private readonly limiter = new ConcurrencyLimiter(4, 1000)

  constructor(
    private readonly rpc: RpcClient,
    private readonly caches: Caches,
  ) {}

  /** Throws NO_SESSION if the token is invalid, or the session is unknown or ended. `network` is the client's network. */
  async check(token: string | undefined, network = ''): Promise<Session> {
    if (token === undefined || !SESSION_TOKEN.test(token)) throw errors.NO_SESSION()
    return this.caches.sessions.get(token, () => this.limiter.run(network, () => this.load(token)))
  }
  /**
   * Limits loading a session to half of the usual timeout, and throws UNAVAILABLE after it. Operators use the administration when a service
   * fails, so the administration must report an unavailable identity service early.
   */
  async withShortTimeout(sessionLoad: Promise<Session>): Promise<Session> {
    return withTimeout(sessionLoad, this.rpc.timeoutMs / 2, errors.UNAVAILABLE)
  }
  /**
   * Loads a session without the cache, so that plan and usage of the user are current. The identity service stores `browserZone`, the time
   * zone of the browser.
   */
  async load(token: string, browserZone?: string): Promise<Session> {
    const sessionFields = await this.rpc.call(identity.checkSession, { token, browserZone }, anonymous)
    return { token, ...sessionFields, actor: { userId: sessionFields.user.id, role: sessionFields.user.role } }
  }
  /** The cached session, without waiting; undefined if it is not cached. */
  peek(token: string): Session | undefined {
    return this.caches.sessions.peek(token)
  }

  /** Removes a cached session from this gateway. Other gateways do so when they receive the event of its end. */
  drop(sessionId: string): void {
    this.caches.invalidate([tag.session(sessionId)])
  }
  dropUser(userId: string): void {
    this.caches.invalidate([tag.account(userId)])
  }
}

type ConfirmationBody = { current_password: string; code?: string | undefined }

/** Password and code with which the user confirms a change, and the address for the rate limit. */
export const toConfirmation = (
  { current_password: currentPassword, code = '' }: ConfirmationBody,
  { ip = '' }: Request,
) => ({
  currentPassword,
  code,
  address: ip,
})

type OpenedSession = Pick<Output<typeof identity.openSession>, 'token' | 'expiresAt' | 'device'>
/** Lifetime of the device cookie: the longest that browsers allow. */
const DEVICE_SECONDS = 400 * 86_400
/** Format of the device cookie. Other values are ignored. */
const DEVICE_TOKEN = /^[\w-]{43}$/

/** Sets and clears the session of a browser. All ways to sign in use this class. */
@Injectable()
export class BrowserSession {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: SessionLookup,
    private readonly cookies: Cookies,
  ) {}

  /** IP address, user agent and device, which the identity service stores with a session. */
  clientOf(request: Request) {
    const device = this.cookies.read(request, DEVICE_COOKIE) ?? ''
    return { ...describeClient(request), ...(DEVICE_TOKEN.test(device) && { device }) }
  }

  /** Starts a session and ends the previous one of this browser, which would otherwise stay valid. */
  async start(session: OpenedSession, request: Request, response: Response): Promise<void> {
    const previousToken = this.cookies.read(request, SESSION_COOKIE)
    if (previousToken !== undefined) await this.endSession(previousToken)
    this.setCookies(response, session)
  }

  setCookies(response: Response, { token, expiresAt, device }: OpenedSession): void {
    response.append('Set-Cookie', this.cookies.formatSetCookie(SESSION_COOKIE, token, { expires: new Date(expiresAt) }))
    if (device !== undefined)
      response.append(
        'Set-Cookie',
        this.cookies.formatSetCookie(DEVICE_COOKIE, device, { maxAgeSeconds: DEVICE_SECONDS }),
      )
  }

  async end(request: Request, response: Response): Promise<void> {
    const token = this.cookies.read(request, SESSION_COOKIE)
    response.append('Set-Cookie', this.cookies.formatSetCookie(SESSION_COOKIE, '', 'delete'))
    if (token !== undefined) await this.endSession(token)
  }

  private async endSession(token: string): Promise<void> {
    const cachedSession = this.sessions.peek(token)
    await this.rpc.call(identity.endSession, { token }, anonymous)
    if (cachedSession) this.sessions.drop(cachedSession.sessionId)
  }
}

export const describeClient = (request: Request) => ({
  address: request.ip ?? '',
  userAgent: request.get('user-agent')?.slice(0, 500),
})
