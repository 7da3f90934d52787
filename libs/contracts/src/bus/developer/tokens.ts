import { z } from 'zod'
import { MAX_TOKEN_NAME_LENGTH } from '../../rules/limits.ts'
import { tier } from '../../rules/plans.ts'
import { scope } from '../../rules/scopes.ts'
import { successOutput, event, id, isoTime, rpc, text } from '../define.ts'

const tokenView = z.object({
  id,
  name: z.string().nullable(),
  scopes: z.array(scope),
  prefix: z.string().describe('First characters of the token, which help to recognize it.'),
  expiresAt: isoTime,
  lastUsedAt: isoTime.nullable().describe('Time of last use, to the minute.'),
  createdAt: isoTime,
})
export type TokenView = z.infer<typeof tokenView>

/** The two rate limits that each token has (rule 50). */
const RATE_LIMITS = ['calls', 'uploads'] as const
export type RateLimitName = (typeof RATE_LIMITS)[number]

/** Tokens of the public API, in the developer service. Only `createToken` returns the token itself. */
export const tokens = {
  /** Returns the token with this SHA-256, even if it has expired. Throws TOKEN_REQUIRED if the token is unknown or revoked, or its owner is locked. */
  checkToken: rpc(
    'developer.tokens.check',
    z.object({ hash: z.hash('sha256'), address: text }),
    z.object({
      tokenId: id,
      userId: id,
      name: z.string().nullable(),
      scopes: z.array(scope),
      expiresAt: isoTime,
      planNeeded: z
        .object({ plan: z.string(), tier: z.string() })
        .nullable()
        .describe(
          '`plan`: the plan that the owner needs for API access. `tier`: the current plan. Null: the current plan includes API access.',
        ),
    }),
  ),
  /** Returns the tokens of the caller: first valid tokens, then recently expired and revoked tokens; in both groups the newest first. */
  listTokens: rpc('developer.tokens.list', z.object({}), z.object({ tokens: z.array(tokenView) })),
  /**
   * `callerScopes`: scopes of the calling token; null: the caller has a session. Throws SCOPE_NEEDED if the new token would have a scope that
   * the calling token lacks; INVALID_INPUT for an invalid lifetime; CONFLICT if the maximum number of tokens is reached.
   */
  createToken: rpc(
    'developer.tokens.create',
    z.object({
      name: text.max(MAX_TOKEN_NAME_LENGTH).nullable(),
      scopes: z.array(scope).min(1),
      ttl: text.max(20),
      expiresAt: isoTime.nullable().describe('Takes precedence over ttl.'),
      callerScopes: z.array(scope).nullable(),
    }),
    tokenView.extend({ token: z.string() }),
  ),
  /** Throws TOKEN_NOT_FOUND. */
  revokeToken: rpc('developer.tokens.revoke', z.object({ id: z.string() }), successOutput),
  /**
   * Reserves up to `count` calls of a rate limit that all replicas share. `count` 0 only reads the limit; a negative `count` returns unused
   * calls. The full limit is available after `resetMs`, one more call after `retryMs`.
   */
  takeCalls: rpc(
    'developer.limits.take',
    z.object({ tokenId: id, limited: z.enum(RATE_LIMITS), count: z.number().int().min(-1000).max(1000) }),
    z.object({
      granted: z.number(),
      limit: z.number(),
      windowSeconds: z.number(),
      remaining: z.number(),
      resetMs: z.number(),
      retryMs: z.number(),
    }),
  ),
}

export const developer = {
  /** Returns the lowest plan that includes API access (rule 13). */
  getApiTier: rpc('developer.plans.get-api-tier', z.object({}), z.object({ tier })),
  /** Returns once the service has applied this version of the plan. Throws SUBSCRIPTION_PENDING after 2 s. */
  awaitPlan: rpc('developer.plans.await', z.object({ userId: id, version: z.number() }), successOutput),
}

/** A token was revoked. The gateway removes the token from its cache. */
export const tokenRevoked = event('developer.token.revoked.v1', z.object({ tokenId: id, userId: id }), {
  priority: 'urgent',
})
