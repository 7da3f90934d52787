import { anonymous, errors, type Output, tokens } from '@daymark/contracts'
import { hashApiToken, Clock, ConcurrencyLimiter, isApiToken, networkOf, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { IncomingMessage } from 'node:http'
import { Caches } from '../cache/caches.ts'

/** API tokens are accepted only in the Authorization header, because browsers and servers store URLs in histories and logs (rule 47). */
const BEARER_HEADER = /^bearer(?: +(.*))?$/i

/** The token in `Authorization: Bearer`; undefined without that header. */
export function bearerToken({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const match = BEARER_HEADER.exec(headers.authorization?.trim() ?? '')
  return match ? (match[1] ?? '') : undefined
}

export type TokenIdentity = Output<typeof tokens.checkToken>

/** Identifies the owner and scopes of an API token. */
@Injectable()
export class ApiTokens {
  /** Client networks take turns, so that a network that sends invalid tokens cannot occupy all slots. */
  private readonly limiter = new ConcurrencyLimiter(4, 1000)

  constructor(
    private readonly rpc: RpcClient,
    private readonly clock: Clock,
    private readonly caches: Caches,
  ) {}

  /**
   * Throws TOKEN_REQUIRED if the token is invalid, unknown or revoked, and TOKEN_EXPIRED if it has expired. `address` is the client's IP
   * address.
   */
  async check(text: string, address: string): Promise<TokenIdentity> {
    // A token with a wrong format or checksum is rejected without a call to the developer service.
    if (!isApiToken(text)) throw errors.TOKEN_REQUIRED()
    const tokenHash = hashApiToken(text)
    const load = () =>
      this.limiter.run(networkOf(address), () =>
        this.rpc.call(tokens.checkToken, { hash: tokenHash, address }, anonymous),
      )
    const token = await this.caches.tokens.get(tokenHash, load)
    if (Date.parse(token.expiresAt) <= this.clock.now().getTime()) throw errors.TOKEN_EXPIRED()
    return token
  }
}
