import { z } from 'zod'
import { isoTime, rpc, text } from '../define.ts'
import { newSession } from './rpc.ts'
import { MAX_CODE_LENGTH, MAX_CHALLENGE_LENGTH } from '../../rules/limits.ts'

const deletionDueAt = isoTime.describe('Time at which the account is deleted permanently.')

/** Deletion of the account by its owner, who can cancel it during the waiting period; in the identity service. */
export const accountDeletion = {
  /** Returns the facts that users see before they request the deletion. Needs no user. */
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
   * password or code; LAST_SUPER_ADMIN if no other super_admin exists.
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
  /**
   * Cancels the deletion and signs the user in. `challenge`: from the error ACCOUNT_DELETING of a sign-in. Throws CHALLENGE_EXPIRED if the
   * challenge is no longer valid or the account is already deleted.
   */
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
