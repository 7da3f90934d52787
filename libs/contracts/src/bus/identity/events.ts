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
 * An account was deleted permanently. Every service removes its data in batches; the event may be delivered again. The account was
 * suspended before, so the event is not urgent.
 */
export const userDeleted = event('identity.user.deleted.v1', z.object({ userId: id }))
export const userSignedIn = event('identity.user.signed-in.v1', z.object({ userId: id, sessionId: id }))
/** Sessions ended by sign-out, expiry, password change or suspension. The gateway removes them from its cache. */
export const sessionEnded = event('identity.session.ended.v1', z.object({ userId: id, sessionIds: z.array(id) }), {
  priority: 'urgent',
})
/** Whether a user may act: not while suspended, nor before changing a temporary password. Subscribers keep the newest `version`. */
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
  { priority: 'urgent' },
)
