import { z } from 'zod'
import { MAX_TOKEN_NAME } from '../../rules/limits.ts'
import { scope } from '../../rules/scopes.ts'
import { time } from './fields.ts'

const about = {
  id: z.uuid(),
  name: z.string().nullable(),
  scopes: z.array(scope),
  prefix: z.string().describe('First characters of the token, to identify it.'),
  token_prefix: z.string(),
  expiresAt: time,
  expires_at: time,
  lastUsedAt: time.nullable(),
  last_used_at: time.nullable(),
  created_at: time,
}
/** rule 45: fields in camelCase and snake_case. */
export const token = z.object(about)
export type Token = z.infer<typeof token>
export const tokenList = z.array(token)
/** The only response that contains the token itself (S-TOK-04). */
export const createdToken = token.extend({ token: z.string() })
export const tokenBody = z.object({
  name: z.string().trim().max(MAX_TOKEN_NAME).nullish(),
  scopes: z.array(scope).min(1).max(6).default(['read']),
  ttl: z
    .string()
    .regex(/^\d{1,5}[hdwy]$/, 'ttl is a number with h, d, w or y, such as 7d.')
    .default('7d')
    .describe('At most 365d.'),
  expires_at: z.string().max(40).nullish().describe('ISO 8601 time. Takes precedence over ttl.'),
})
/** rule 49. */
export const validToken = z.object({
  valid: z.literal(true),
  account_id: z.uuid().describe('Account of the token.'),
  scopes: z.array(scope),
  expires_at: time,
})
