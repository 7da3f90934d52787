import { z } from 'zod'
import { event, id, role } from '../define.ts'
import { tier } from '../../rules/plans.ts'

export const userCreated = event(
  'identity.user.created.v1',
  z.object({
    userId: id,
    email: z.string(),
    displayName: z.string().nullable(),
    role,
    tier: tier.describe('Plan of the new account.'),
  }),
)
/**
 * An account is gone for good. Who owns anything of hers removes it: in parts, and as often as this comes. She was suspended before, so
 * nothing is in a hurry.
 */
export const userDeleted = event('identity.user.deleted.v1', z.object({ userId: id }))
export const userSignedIn = event('identity.user.signed-in.v1', z.object({ userId: id, sessionId: id }))
/** Sessions that no longer count: sign-out, expiry, password change, disabled. The gateway drops them from its cache. */
export const sessionEnded = event('identity.session.ended.v1', z.object({ userId: id, sessionIds: z.array(id) }), {
  lane: 'urgent',
})
/**
 * Whether a user may act at all: not while the account is disabled, nor before a temporary password was changed. Listeners keep the
 * newest `version`.
 */
export const userAccessChanged = event(
  'identity.user.access-changed.v1',
  z.object({
    userId: id,
    version: z.number().int(),
    mayAct: z.boolean(),
    suspended: z.boolean().optional().describe('Whether galleries are closed as well.'),
    deleting: z
      .boolean()
      .optional()
      .describe('Whether the account waits for its deletion. Its plan is no longer renewed.'),
  }),
  { lane: 'urgent' },
)
