import { errors, type RateLimitName, type Route, scopeCovers } from '@daymark/contracts'
import { Injectable } from '@nestjs/common'
import type { Request, Response } from 'express'
import { type Caller, tokenCaller } from '../session/caller.ts'
import { type Bearer, Bearers } from './api-tokens.ts'
import { type Allowance, RateLimits } from './rate-limits.ts'

/** A call with a token: whose it is, whether there is still room for it, and whether plan and scopes allow it. */
@Injectable()
export class TokenCalls {
  constructor(
    private readonly bearers: Bearers,
    private readonly limits: RateLimits,
  ) {}

  async callerOf(contract: Route, token: string, request: Request): Promise<Caller> {
    const bearer = await this.bearers.check(token, request.ip ?? '')
    const allowance = await this.admit(bearer, contract, request)
    if (bearer.planNeeded) throw errors.PLAN_REQUIRED({ feature: 'API access', ...bearer.planNeeded })
    const { scope } = contract
    if (scope && !scopeCovers(bearer.scopes, scope)) throw errors.SCOPE_NEEDED({ scope })
    return tokenCaller(bearer, allowance)
  }

  /** RATE_LIMITED where there is no room. Pictures are not counted: a copy of a library is many, and connections have limits of their own. */
  private async admit(bearer: Bearer, { answer, accepts, free }: Route, { res }: Request) {
    if (answer === 'bytes') return undefined
    const limited = accepts === 'form' ? 'uploads' : 'calls'
    const allowance = await this.limits.take(bearer, limited, free ? 0 : 1)
    if (res) tell(res, limited, allowance)
    if (!allowance.isGranted && !free) throw errors.RATE_LIMITED({ retryAfter: seconds(allowance.retryMs) })
    return allowance
  }
}

/** As the IETF's draft has it, and as everybody had it before. */
function tell(
  response: Response,
  limited: RateLimitName,
  { limit, windowSeconds, remaining, resetMs }: Allowance,
): void {
  const reset = seconds(resetMs)
  response.set({
    'RateLimit-Policy': `"${limited}";q=${limit};w=${windowSeconds}`,
    RateLimit: `"${limited}";r=${remaining};t=${reset}`,
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(reset),
  })
}

const seconds = (ms: number): number => Math.max(0, Math.ceil(ms / 1000))
