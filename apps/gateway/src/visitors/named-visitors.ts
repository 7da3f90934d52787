import { Injectable } from '@nestjs/common'
import type { Request, Response } from 'express'
import { LinkResolver } from './link-resolver.ts'
import { Cookies, picksCookie } from '../session/cookies.ts'
import { Visits } from './visits.ts'

const YEAR_SECONDS = 365 * 24 * 3600
const VISITOR_KEY = /^[0-9A-Za-z]{32}$/

/** Identifies visitors who have entered a name, by a key in a cookie for the link. The key appears in no URL and no log. */
@Injectable()
export class NamedVisitors {
  constructor(
    private readonly cookies: Cookies,
    private readonly visits: Visits,
    private readonly linkResolver: LinkResolver,
  ) {}

  /** Token, grant and key of the visitor. `key` is undefined if the visitor has not entered a name. */
  async proof(address: string, request: Request) {
    const token = await this.linkResolver.token(address, request)
    const key = this.cookies.read(request, picksCookie(token))
    return { ...this.visits.proofOf(token, request), key: key !== undefined && VISITOR_KEY.test(key) ? key : undefined }
  }

  /** Like `proof`, with the id of the visitor, for actions of which the owner is notified (rule 124). */
  async proofWithVisit(address: string, request: Request) {
    const proof = await this.proof(address, request)
    return { ...proof, visitorId: this.visits.knownVisitor(proof.token, request) }
  }

  remember(token: string, key: string, response: Response): void {
    const cookie = this.cookies.write(picksCookie(token), key, { maxAgeSeconds: YEAR_SECONDS })
    response.append('Set-Cookie', cookie)
  }

  async forget(address: string, request: Request, response: Response): Promise<void> {
    const token = await this.linkResolver.token(address, request)
    response.append('Set-Cookie', this.cookies.write(picksCookie(token), '', 'delete'))
  }
}
