import { type Actor, type Input, markShown, parseSeenState, sharing, formatSeenState } from '@daymark/contracts'
import { Clock, ConcurrencyLimiter, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { Request, Response } from 'express'
import { randomUUID } from 'node:crypto'
import { Cookies, grantCookieName, picksCookieName, seenCookieName, visitorCookieName } from '../session/cookies.ts'
import { LinkResolver } from './link-resolver.ts'

type VisitEvent = Omit<Input<typeof sharing.track>, 'visitorId' | 'userAgent' | 'key'>

const YEAR_SECONDS = 365 * 24 * 3600
const VISITOR_ID = /^[A-Za-z0-9-]{16,64}$/

/** rule 42: counts visits. Visitors are distinguished by a random first-party id per link. */
@Injectable()
export class Visits {
  /** Links take turns, because hundreds of visitors may open a gallery at once, and each visit updates the same row. */
  private readonly limiter = new ConcurrencyLimiter(3, 5000)
  private runningOpenings = 0

  constructor(
    private readonly rpc: RpcClient,
    private readonly cookies: Cookies,
  ) {}

  /** Resolves when the event is counted. The sharing service ignores visits of the owner, whom it recognizes by `actor`. */
  async track(event: VisitEvent, actor: Actor, request: Request, response: Response): Promise<void> {
    const visitorId = this.visitorIdOf(event.token, request, response)
    const userAgent = request.get('user-agent')?.slice(0, 500)
    const key = this.cookies.read(request, picksCookieName(event.token))?.slice(0, 100)
    const count = () => this.rpc.call(sharing.track, { ...event, visitorId, userAgent, key }, actor)
    await this.limiter.run(event.token, count)
  }

  /**
   * Counts the opening of a gallery. It never fails. It waits for the result only if no other visit is being counted, so that many visitors
   * who arrive together do not wait for each other.
   */
  async trackOpening(token: string, actor: Actor, request: Request, response: Response): Promise<void> {
    const isOnlyOpening = this.runningOpenings === 0
    this.runningOpenings++
    const counting = this.track({ token, eventType: 'page_view' }, actor, request, response)
      // A visit that is not counted is better than a gallery that cannot be opened. RPC metrics show the failure.
      .catch(() => undefined)
      .finally(() => this.runningOpenings--)
    if (isOnlyOpening) await counting
  }

  /** The token, and the grant that the visitor received for the password. `grant` is undefined if they entered none. */
  proofOf(token: string, request: Request) {
    return { token, grant: this.cookies.read(request, grantCookieName(token)) }
  }

  /** The id of the visitor of this link. A new visitor receives an id in a cookie. */
  visitorIdOf(token: string, request: Request, response: Response): string {
    const existingId = this.findVisitorId(token, request)
    if (existingId !== undefined) return existingId
    const id = randomUUID()
    const cookie = this.cookies.formatSetCookie(visitorCookieName(token), id, { maxAgeSeconds: YEAR_SECONDS })
    response.append('Set-Cookie', cookie)
    return id
  }

  /** The id of the visitor. Undefined if no visit of this visitor was counted. */
  findVisitorId(token: string, request: Request): string | undefined {
    const existingId = this.cookies.read(request, visitorCookieName(token))
    return existingId !== undefined && VISITOR_ID.test(existingId) ? existingId : undefined
  }
}

/**
 * Identifies visitors who have entered a name. Each visitor has a key for the link, which is stored in a cookie and appears in no URL and
 * no log.
 */
@Injectable()
export class VisitorIdentities {
  constructor(
    private readonly cookies: Cookies,
    private readonly visits: Visits,
    private readonly linkResolver: LinkResolver,
  ) {}

  /** Token, grant and key of the visitor. `key` is undefined if the visitor has not entered a name. */
  async getProof(linkAddress: string, request: Request) {
    const token = await this.linkResolver.resolveToken(linkAddress, request)
    return { ...this.visits.proofOf(token, request), key: this.cookies.read(request, picksCookieName(token)) }
  }

  /** Like `getProof`, with the id of the visitor, for actions of which the owner is notified (rule 124). */
  async getProofWithVisit(linkAddress: string, request: Request) {
    const proof = await this.getProof(linkAddress, request)
    return { ...proof, visitorId: this.visits.findVisitorId(proof.token, request) }
  }

  /** Stores the key of the visitor in a cookie. */
  setKey(token: string, key: string, response: Response): void {
    const cookie = this.cookies.formatSetCookie(picksCookieName(token), key, { maxAgeSeconds: YEAR_SECONDS })
    response.append('Set-Cookie', cookie)
  }

  async removeKey(linkAddress: string, request: Request, response: Response): Promise<void> {
    const token = await this.linkResolver.resolveToken(linkAddress, request)
    response.append('Set-Cookie', this.cookies.formatSetCookie(picksCookieName(token), '', 'delete'))
  }
}

/** Stores which changes of each gallery a browser has seen (rule 119). This is stored only in a cookie of the browser. */
@Injectable()
export class SeenCookies {
  constructor(
    private readonly cookies: Cookies,
    private readonly clock: Clock,
  ) {}

  /** Records that the browser shows the gallery up to this change. */
  recordShown(token: string, upTo: number | undefined, request: Request, response: Response): void {
    if (upTo === undefined) return
    const seenBefore = parseSeenState(this.read(token, request))
    this.write(token, formatSeenState(markShown(seenBefore, upTo, this.clock.now().getTime())), response)
  }

  read(token: string, request: Request): string | undefined {
    return this.cookies.read(request, seenCookieName(token))
  }
  write(token: string, seen: string, response: Response): void {
    response.append(
      'Set-Cookie',
      this.cookies.formatSetCookie(seenCookieName(token), seen, { maxAgeSeconds: YEAR_SECONDS }),
    )
  }
}
