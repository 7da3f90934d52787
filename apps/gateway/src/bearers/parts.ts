import { ApiTier } from './api-tier.ts'
import { Bearers } from './bearers.ts'
import { RateLimits } from './rate-limits.ts'
import { TokenCalls } from './token-calls.ts'

/** What stands behind calls with a token. */
export const bearerParts = [ApiTier, Bearers, RateLimits, TokenCalls]
