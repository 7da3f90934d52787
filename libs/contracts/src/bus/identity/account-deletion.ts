import { z } from 'zod'
import { isoTime, rpc, text } from '../define.ts'
import { newSession } from './rpc.ts'
import { MAX_CODE_LENGTH, MAX_CHALLENGE_LENGTH } from '../../rules/limits.ts'

const deletionDueAt = isoTime.describe('Time at which the account is deleted permanently.')

/** How users delete their own account, and cancel the deletion in time; a part of identity. */
export const accountDeletion = {
  /** Shown before the request. Public. */
  getFacts: rpc(
    'identity.account-deletion.facts',
    z.object({}),
    z.object({
      days: z.number().describe('Days between the request and the deletion.'),
      mailSetUp: z.boolean().describe('Whether the owner is notified by email.'),
    }),
  ),
  /**
   * Ends all sessions and schedules the deletion. A repeated request does not change the scheduled day. Throws INVALID_INPUT for a wrong
   * password or code, LAST_SUPER_ADMIN.
   */
  request: rpc(
    'identity.account-deletion.request',
    z.object({
      currentPassword: text,
      code: text.max(MAX_CODE_LENGTH).optional().describe('Required if two-step sign-in is enabled.'),
      address: text,
    }),
    z.object({ deletionDueAt }),
  ),
  /** Cancels the deletion and signs in, with the challenge of ACCOUNT_DELETING. CHALLENGE_EXPIRED, also after the deletion. */
  cancel: rpc(
    'identity.account-deletion.cancel',
    z.object({
      challenge: text.max(MAX_CHALLENGE_LENGTH),
      address: text,
      userAgent: text.max(500).optional(),
      device: text.max(100).optional(),
    }),
    newSession,
  ),
}
