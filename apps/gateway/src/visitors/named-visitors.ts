import { Injectable } from '@nestjs/common'
import type { Request, Response } from 'express'
import { LinkAddresses } from './link-resolver.ts'
import { Cookies, picksCookie } from '../session/cookies.ts'
import { Visits } from './visits.ts'

const YEAR_SECONDS = 365 * 24 * 3600
const KEY = /^[0-9A-Za-z]{32}$/

/** Who a visitor of a link is, once she said her name: a cookie of the link has her key, which is in no address and no log. */
@Injectable()
export class NamedVisitors {
  constructor(
    private readonly cookies: Cookies,
    private readonly visits: Visits,
    private readonly addresses: LinkAddresses,
  ) {}

  /** What she comes in with, and what she is known by; no key: she is nobody yet. */
  async proof(address: string, request: Request) {
    const token = await this.addresses.token(address, request)
    const key = this.cookies.read(request, picksCookie(token))
    return { ...this.visits.proofOf(token, request), key: key !== undefined && KEY.test(key) ? key : undefined }
  }

  /** What is done, and in whose visit: its owner hears of it (rule 124). */
  async act(address: string, request: Request) {
    const proof = await this.proof(address, request)
    return { ...proof, visitorId: this.visits.knownVisitor(proof.token, request) }
  }

  keep(token: string, key: string, response: Response): void {
    const cookie = this.cookies.write(picksCookie(token), key, { maxAgeSeconds: YEAR_SECONDS })
    response.append('Set-Cookie', cookie)
  }

  async forget(address: string, request: Request, response: Response): Promise<void> {
    const token = await this.addresses.token(address, request)
    response.append('Set-Cookie', this.cookies.write(picksCookie(token), '', 'over'))
  }
}
