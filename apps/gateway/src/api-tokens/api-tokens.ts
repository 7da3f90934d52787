import { anonymous, errors, type Output, tokens } from '@daymark/contracts'
import { apiTokenHash, Clock, ConcurrencyLimiter, isApiToken, networkOf, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { IncomingMessage } from 'node:http'
import { Caches } from '../cache/caches.ts'

/** Tokens are read from this header only, because URLs are stored in histories and logs (rule 47). */
const BEARER = /^bearer(?: +(.*))?$/i

/** The token in `Authorization: Bearer`; undefined without that header. */
export function bearerToken({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const found = BEARER.exec(headers.authorization?.trim() ?? '')
  return found ? (found[1] ?? '') : undefined
}

export type TokenIdentity = Output<typeof tokens.checkToken>

/** Concurrent calls, and how many more may wait. Networks take turns, so that one sending invalid tokens cannot occupy all slots. */
const CALLS = { width: 4, waiting: 1000 }

/** Identifies the owner and scopes of an API token. */
@Injectable()
export class ApiTokens {
  private readonly gate = new ConcurrencyLimiter(CALLS.width, CALLS.waiting)

  constructor(
    private readonly rpc: RpcClient,
    private readonly clock: Clock,
    private readonly caches: Caches,
  ) {}

  /** TOKEN_REQUIRED if the token is invalid, unknown or revoked, TOKEN_EXPIRED if it has expired. `address` is that of the client. */
  async check(text: string, address: string): Promise<TokenIdentity> {
    // A token of the wrong form or checksum needs no call.
    if (!isApiToken(text)) throw errors.TOKEN_REQUIRED()
    const hash = apiTokenHash(text)
    const load = () =>
      this.gate.run(networkOf(address), () => this.rpc.call(tokens.checkToken, { hash, address }, anonymous))
    const token = await this.caches.tokens.get(hash, load)
    if (Date.parse(token.expiresAt) <= this.clock.now().getTime()) throw errors.TOKEN_EXPIRED()
    return token
  }
}
