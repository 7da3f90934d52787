import { z } from 'zod'
import { isoTime, rpc, text } from '../define.ts'
import { newSession } from './rpc.ts'
import { MAX_CODE, MAX_SEALED } from '../../rules/limits.ts'

/** Of a mail or a screen that says when an account is over. */
const deletionDueAt = isoTime.describe('Time at which the account is deleted permanently.')

/** How somebody leaves of her own will, and comes back in time; a part of identity. */
export const leaving = {
  /** What is said of it before: open to all. */
  facts: rpc(
    'identity.leaving.facts',
    z.object({}),
    z.object({
      days: z.number().describe('Days between the request and the deletion.'),
      mailSetUp: z.boolean().describe('Whether the owner is notified by email.'),
    }),
  ),
  /** Signed out everywhere, deleted after the days of grace. INVALID_INPUT for a wrong password or code, LAST_SUPER_ADMIN. Again: the first day stays. */
  ask: rpc(
    'identity.leaving.ask',
    z.object({
      currentPassword: text,
      code: text.max(MAX_CODE).optional().describe('Required if two-step sign-in is enabled.'),
      address: text,
    }),
    z.object({ deletionDueAt }),
  ),
  /** All is as it was, and she is signed in. With the challenge of ACCOUNT_DELETING; CHALLENGE_EXPIRED, also where it is too late. */
  keep: rpc(
    'identity.leaving.keep',
    z.object({
      challenge: text.max(MAX_SEALED),
      address: text,
      userAgent: text.max(500).optional(),
      device: text.max(100).optional(),
    }),
    newSession,
  ),
}
