import { z } from 'zod'
import { MAX_TOKEN_NAME_LENGTH } from '../../rules/limits.ts'
import { scope } from '../../rules/scopes.ts'
import { time } from './fields.ts'

const tokenFields = {
  id: z.uuid(),
  name: z.string().nullable().describe('Name that the owner gave the token. Null: no name.'),
  scopes: z.array(scope).describe('Scopes of the token. Each scope permits certain calls: see Authentication.'),
  prefix: z.string().describe('First characters of the token, which help to recognize it.'),
  token_prefix: z.string().describe('The same value as `prefix`.'),
  expiresAt: time.describe('The same value as `expires_at`.'),
  expires_at: time.describe('Time at which the token expires.'),
  lastUsedAt: time.nullable().describe('The same value as `last_used_at`.'),
  last_used_at: time.nullable().describe('Time of the last call with the token. Null: never used.'),
  created_at: time,
}
/** An API token. Some fields are returned under a camelCase and a snake_case name (rule 45). */
export const token = z.object(tokenFields)
export type Token = z.infer<typeof token>
export const tokenList = z.array(token)
/** The only response that contains the token itself (S-TOK-04). */
export const createdToken = token.extend({
  token: z.string().describe('The token. No other response contains it, so store it now.'),
})
export const tokenBody = z.object({
  name: z.string().trim().max(MAX_TOKEN_NAME_LENGTH).nullish().describe('Name that helps to recognize the token.'),
  scopes: z
    .array(scope)
    .min(1)
    .max(6)
    .default(['read'])
    .describe('Scopes of the token. Each scope permits certain calls: see Authentication.'),
  ttl: z
    .string()
    .regex(/^\d{1,5}[hdwy]$/, 'Send a number with h, d, w or y, such as 7d.')
    .default('7d')
    .describe('Lifetime of the token: a number and a unit (`h`, `d`, `w` or `y`), such as `7d`. At most 365 days.'),
  expires_at: z
    .string()
    .max(40)
    .nullish()
    .describe(
      'Time at which the token expires, at most 365 days from now: an ISO 8601 date and time. If it is set, `ttl` is ignored.',
    ),
})
/** The data of the token with which the call was made (rule 49). */
export const validToken = z.object({
  valid: z.literal(true).describe('Always true. An invalid or expired token gets a 401 response.'),
  account_id: z.uuid().describe('ID of the account that owns the token.'),
  scopes: z.array(scope).describe('Scopes of the token. Each scope permits certain calls: see Authentication.'),
  expires_at: time.describe('Time at which the token expires.'),
})
