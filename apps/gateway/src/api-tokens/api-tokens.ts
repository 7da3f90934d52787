import { anonymous, errors, type Output, tokens } from '@daymark/contracts'
import { apiTokenHash, Clock, Gate, isApiToken, networkOf, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { IncomingMessage } from 'node:http'
import { Caches } from '../cache/caches.ts'

/** Nowhere else: an address is kept in histories and logs (rule 47). */
const BEARER = /^bearer(?: +(.*))?$/i

/** What stands behind `Authorization: Bearer`; undefined where there is no such header. */
export function bearerOf({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const found = BEARER.exec(headers.authorization?.trim() ?? '')
  return found ? (found[1] ?? '') : undefined
}

export type Bearer = Output<typeof tokens.checkToken>

/** Calls at once, and how many more wait; networks take turns, so that one with made-up tokens cannot occupy all places. */
const ASKING = { width: 4, waiting: 1000 }

/** Who is behind a token. */
@Injectable()
export class Bearers {
  private readonly gate = new Gate(ASKING.width, ASKING.waiting)

  constructor(
    private readonly rpc: RpcClient,
    private readonly clock: Clock,
    private readonly caches: Caches,
  ) {}

  /** TOKEN_REQUIRED when the token is unknown, revoked or no token, TOKEN_EXPIRED when it is over. `address`: who asks. */
  async check(token: string, address: string): Promise<Bearer> {
    // what has not the right form or checksum is not worth a question
    if (!isApiToken(token)) throw errors.TOKEN_REQUIRED()
    const hash = apiTokenHash(token)
    const load = () =>
      this.gate.pass(networkOf(address), () => this.rpc.call(tokens.checkToken, { hash, address }, anonymous))
    const bearer = await this.caches.tokens.get(hash, load)
    if (Date.parse(bearer.expiresAt) <= this.clock.now().getTime()) throw errors.TOKEN_EXPIRED()
    return bearer
  }
}
