import { randomUUID } from 'node:crypto'
import { type Actor, type Input, sharing } from '@daymark/contracts'
import { Gate, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { Request, Response } from 'express'
import { Cookies, grantCookie, picksCookie, visitorCookie } from '../session/cookies.ts'

type Seen = Omit<Input<typeof sharing.track>, 'visitorId' | 'userAgent' | 'key'>

/** Hundreds who open a gallery in the same moment are counted one after another: it is one row that they change. */
const COUNTING = { width: 3, waiting: 5000 }
const YEAR_SECONDS = 365 * 24 * 3600
const VISITOR = /^[A-Za-z0-9-]{16,64}$/

/** rule 42: visitors are distinguished by a random first-party id per link. */
@Injectable()
export class Visits {
  private readonly gate = new Gate(COUNTING.width, COUNTING.waiting)
  private counting = 0

  constructor(
    private readonly rpc: RpcClient,
    private readonly cookies: Cookies,
  ) {}

  /** For what a visitor waits for: counting never fails it. */
  async seen(...seen: Parameters<Visits['track']>): Promise<void> {
    await this.track(...seen).catch(notWorthAFailure)
  }

  /** Once it answers, the event is counted. `actor`: the owner's own visits do not count, and sharing knows who that is. */
  async track(seen: Seen, actor: Actor, request: Request, response: Response): Promise<void> {
    const visitorId = this.visitorOf(seen.token, request, response)
    const userAgent = request.get('user-agent')?.slice(0, 500)
    const key = this.cookies.read(request, picksCookie(seen.token))?.slice(0, 100)
    const count = () => this.rpc.call(sharing.track, { ...seen, visitorId, userAgent, key }, actor)
    await this.gate.pass(seen.token, count)
  }

  /** A gallery was opened. Whoever comes alone is counted when it is shown; in a crowd nobody waits for the others to be counted. */
  async opened(token: string, actor: Actor, request: Request, response: Response): Promise<void> {
    const isAlone = this.counting === 0
    this.counting++
    const counted = this.seen({ token, eventType: 'page_view' }, actor, request, response).finally(
      () => this.counting--,
    )
    if (isAlone) await counted
  }

  /** The token, and the proof that this visitor gave the password. */
  proofOf(token: string, request: Request) {
    return { token, grant: this.cookies.read(request, grantCookie(token)) }
  }

  /** Who visits this link; somebody new gets an id. */
  visitorOf(token: string, request: Request, response: Response): string {
    const known = this.knownVisitor(token, request)
    if (known !== undefined) return known
    const fresh = randomUUID()
    const cookie = this.cookies.write(visitorCookie(token), fresh, { maxAgeSeconds: YEAR_SECONDS })
    response.append('Set-Cookie', cookie)
    return fresh
  }

  /** Undefined: somebody of whom no visit was counted. */
  knownVisitor(token: string, request: Request): string | undefined {
    const known = this.cookies.read(request, visitorCookie(token))
    return known !== undefined && VISITOR.test(known) ? known : undefined
  }
}

/** A view that is not counted is better than a gallery that is not seen; RPC failures show in the metrics. */
const notWorthAFailure = (): void => undefined
