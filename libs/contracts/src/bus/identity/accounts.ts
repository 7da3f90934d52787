import { z } from 'zod'
import { done, id, isoTime, role, rpc, text } from '../define.ts'
import { accountState } from '../../http/admin/accounts.ts'
import { userView } from './views.ts'
import { MAX_DISPLAY_NAME, MAX_SEARCH, SESSIONS_SHOWN } from '../../rules/limits.ts'
import { tier } from '../../rules/plans.ts'

/** A user as the administration sees it. Never a secret. */
export const accountView = userView.extend({
  state: accountState,
  suspendedReason: z.string().nullable(),
  deletionDueAt: isoTime.nullable().describe('Time at which the account is deleted permanently.'),
  deletionByOwner: z.boolean().optional().describe('Whether the owner requested the deletion and can cancel it.'),
  lastSeenAt: isoTime.nullable().describe('Last session activity or sign-in, to the minute.'),
})
export type AccountView = z.infer<typeof accountView>

/** Which accounts; `search` in email and display name, without regard to case. What is left out chooses nothing. */
export const accountFilter = {
  search: text.max(MAX_SEARCH).optional(),
  role: role.optional(),
  tier: tier.optional(),
  state: accountState.optional(),
}
/** A page of accounts, the newest first. `after`: the id of the last one that is there already. */
export const accountPage = z.object({
  limit: z.number().int().min(0).max(1000),
  offset: z.number().int().min(0),
  after: text.max(40).optional(),
  counted: z.boolean().default(true).describe('Whether the total number of matches is counted.'),
  ...accountFilter,
})

/** A browser that is signed in to an account. */
export const signedIn = z.object({
  id,
  device: z.string(),
  address: z.string().nullable(),
  createdAt: isoTime,
  lastSeenAt: isoTime,
})

/** What the administration does with accounts; a part of identity. Only for super_admin (checked). */
export const accounts = {
  /** One account with how it signs in. USER_NOT_FOUND, as of all below. */
  get: rpc(
    'identity.accounts.get',
    z.object({ id: z.string() }),
    z.object({
      account: accountView,
      sessions: z.array(signedIn).max(SESSIONS_SHOWN).describe('Active sessions, most recently used first.'),
      secondStep: z.boolean(),
      passkeys: z.number(),
    }),
  ),
  /** What is left out stays. LAST_SUPER_ADMIN for what would leave nobody to administer, as below. */
  update: rpc(
    'identity.accounts.update',
    z.object({ id: z.string(), role: role.optional(), displayName: text.max(MAX_DISPLAY_NAME).nullish() }),
    accountView,
  ),
  /** Signed out, may not sign in, galleries are closed; nothing is lost. */
  suspend: rpc(
    'identity.accounts.suspend',
    z.object({ id: z.string(), reason: text.max(500).nullable() }),
    accountView,
  ),
  /** As it was before it was suspended; also takes back a deletion that has not happened yet. */
  reactivate: rpc('identity.accounts.reactivate', z.object({ id: z.string() }), accountView),
  /** Suspended at once, deleted for good when the time of grace is over. */
  scheduleDeletion: rpc('identity.accounts.schedule-deletion', z.object({ id: z.string() }), accountView),
  /** An account without a password, and a mail with the link to set one. EMAIL_TAKEN, MAIL_OFF. Again while it is invited: another mail. */
  invite: rpc(
    'identity.accounts.invite',
    z.object({ email: text, displayName: text.max(MAX_DISPLAY_NAME).nullable(), role, tier }),
    z.object({ account: accountView, isNew: z.boolean() }),
  ),
  endSessions: rpc('identity.accounts.end-sessions', z.object({ id: z.string() }), z.object({ ended: z.number() })),
  /** The audit log is told that a list of accounts left the house. */
  recordExport: rpc('identity.accounts.record-export', z.object(accountFilter), done),
}
