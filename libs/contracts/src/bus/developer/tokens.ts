import { z } from 'zod'
import { done, id, isoTime, rpc, text } from '../define.ts'
import { MAX_TOKEN_NAME } from '../../rules/limits.ts'
import { scope } from '../../rules/scopes.ts'

const tokenView = z.object({
  id,
  name: z.string().nullable(),
  scopes: z.array(scope),
  prefix: z.string().describe('First characters of the token, to identify it.'),
  expiresAt: isoTime,
  lastUsedAt: isoTime.nullable().describe('Time of last use, to the minute.'),
  createdAt: isoTime,
})
export type TokenView = z.infer<typeof tokenView>

/** What is limited per token, each for itself (rule 50). */
export const RATE_LIMITS = ['calls', 'uploads'] as const
export type RateLimitName = (typeof RATE_LIMITS)[number]

/** Tokens of the public API; a part of developer. A token itself is in one answer only, that of `createToken`. */
export const tokens = {
  /**
   * The token with this SHA-256. TOKEN_REQUIRED if it is unknown or revoked, or if its owner may not act. An expired token is
   * answered, with the time of its end.
   */
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
        .describe('The plan that the owner needs and the current one. Null: the plan includes API access.'),
    }),
  ),
  /** Of the caller, those that still work first, the newest first; those that are over stay for a while. */
  listTokens: rpc('developer.tokens.list', z.object({}), z.object({ tokens: z.array(tokenView) })),
  /**
   * INVALID_INPUT for a life that is no life; SCOPE_NEEDED for more than `callerScopes`, which is what the token of the call may do (null:
   * there is none); CONFLICT beyond the largest number of tokens.
   */
  createToken: rpc(
    'developer.tokens.create',
    z.object({
      name: text.max(MAX_TOKEN_NAME).nullable(),
      scopes: z.array(scope).min(1),
      ttl: text.max(20),
      expiresAt: isoTime.nullable().describe('Takes precedence over ttl.'),
      callerScopes: z.array(scope).nullable(),
    }),
    tokenView.extend({ token: z.string() }),
  ),
  /** One of the own. TOKEN_NOT_FOUND. */
  revokeToken: rpc('developer.tokens.revoke', z.object({ id: z.string() }), done),
  /**
   * As many of `count` calls as a token may make now, of one limit for all replicas. 0 only asks, less gives back what was
   * taken and not made. All of them are there again after `resetMs`, one after `retryMs`.
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
