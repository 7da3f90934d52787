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
 * An account was deleted permanently. Every service then deletes the data of the account in batches; the event may be delivered more than
 * once. It is not urgent, because the account was suspended before.
 */
export const userDeleted = event('identity.user.deleted.v1', z.object({ userId: id }))
export const userSignedIn = event('identity.user.signed-in.v1', z.object({ userId: id, sessionId: id }))
/** Sessions ended because of a sign-out, expiry, password change or suspension. The gateway removes them from its cache. */
export const sessionEnded = event('identity.session.ended.v1', z.object({ userId: id, sessionIds: z.array(id) }), {
  priority: 'urgent',
})
/**
 * The permission of a user to act changed. `mayAct` is false while the account is suspended, and until the user replaces a temporary
 * password. Subscribers store the state with the newest `version`.
 */
export const userAccessChanged = event(
  'identity.user.access-changed.v1',
  z.object({
    userId: id,
    version: z.number().int(),
    mayAct: z.boolean(),
    suspended: z
      .boolean()
      .optional()
      .describe('Whether the account is suspended, so that its galleries are closed too.'),
    deleting: z
      .boolean()
      .optional()
      .describe('Whether the account waits for its deletion. Its plan is no longer renewed.'),
  }),
  { priority: 'urgent' },
)
