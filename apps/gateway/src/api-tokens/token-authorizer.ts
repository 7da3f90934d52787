import { errors, type RateLimitName, type Route, scopeCovers } from '@daymark/contracts'
import { Injectable } from '@nestjs/common'
import type { Request, Response } from 'express'
import { type Caller, createTokenCaller } from '../session/caller.ts'
import { type TokenIdentity, ApiTokens } from './api-tokens.ts'
import { type Allowance, RateLimits } from './rate-limits.ts'

/** Authorizes a call with an API token: token, rate limit, plan and scopes. */
@Injectable()
export class TokenAuthorizer {
  constructor(
    private readonly tokens: ApiTokens,
    private readonly limits: RateLimits,
  ) {}

  async authorize(contract: Route, text: string, request: Request): Promise<Caller> {
    const token = await this.tokens.check(text, request.ip ?? '')
    const allowance = await this.takeCall(token, contract, request)
    if (token.planNeeded) throw errors.PLAN_REQUIRED({ feature: 'API access', ...token.planNeeded })
    const { scope } = contract
    if (scope && !scopeCovers(token.scopes, scope)) throw errors.SCOPE_NEEDED({ scope })
    return createTokenCaller(token, allowance)
  }

  /**
   * Throws RATE_LIMITED if the limit is reached, except on routes with `skipsRateLimit`. File downloads are not counted, because backing up
   * a library takes many of them.
   */
  private async takeCall(token: TokenIdentity, { answer, accepts, skipsRateLimit }: Route, { res }: Request) {
    if (answer === 'bytes') return undefined
    const limitName = accepts === 'form' ? 'uploads' : 'calls'
    const allowance = await this.limits.takeCalls(token, limitName, skipsRateLimit ? 0 : 1)
    if (res) setRateLimitHeaders(res, limitName, allowance)
    if (!allowance.isGranted && !skipsRateLimit) throw errors.RATE_LIMITED({ retryAfter: toSeconds(allowance.retryMs) })
    return allowance
  }
}

/** Sets the RateLimit headers of the IETF draft and the older X-RateLimit headers. */
function setRateLimitHeaders(
  response: Response,
  limitName: RateLimitName,
  { limit, windowSeconds, remaining, resetMs }: Allowance,
): void {
  const resetSeconds = toSeconds(resetMs)
  response.set({
    'RateLimit-Policy': `"${limitName}";q=${limit};w=${windowSeconds}`,
    RateLimit: `"${limitName}";r=${remaining};t=${resetSeconds}`,
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(resetSeconds),
  })
}

const toSeconds = (ms: number): number => Math.max(0, Math.ceil(ms / 1000))
