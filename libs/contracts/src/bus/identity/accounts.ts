import { z } from 'zod'
import { accountState } from '../../http/admin/accounts.ts'
import { MAX_DISPLAY_NAME_LENGTH, MAX_SEARCH_LENGTH, MAX_LISTED_SESSIONS } from '../../rules/limits.ts'
import { subscriptionStatus, tier } from '../../rules/plans.ts'
import { successOutput, id, isoTime, role, text, superAdminRpc } from '../define.ts'

/** A user with the plan and usage that identity last received, without secrets. */
export const userView = z.object({
  id,
  username: z.string(),
  email: z.string(),
  displayName: z.string().nullable(),
  role,
  tier,
  subscriptionStatus,
  storageUsed: z.number(),
  storageLimit: z.number(),
  timeZone: z.string().nullable().describe('Time zone for displayed dates. Null: the time zone of the browser.'),
  language: z.string().nullable().describe('Language for displayed dates. Null: the language of the browser.'),
  mustChangePassword: z.boolean(),
  disabled: z.boolean(),
  lastLogin: isoTime.nullable(),
  createdAt: isoTime,
})
export type UserView = z.infer<typeof userView>

/** A user as administrators see them, without secrets. */
export const accountView = userView.extend({
  state: accountState,
  suspendedReason: z.string().nullable(),
  deletionDueAt: isoTime.nullable().describe('Time at which the account is deleted permanently.'),
  deletionByOwner: z.boolean().optional().describe('Whether the owner requested the deletion and can cancel it.'),
  lastSeenAt: isoTime.nullable().describe('Last session activity or sign-in, to the minute.'),
})
export type AccountView = z.infer<typeof accountView>

/** Filter of accounts. `search` is matched with email and display name, ignoring case. */
const accountFilter = {
  search: text.max(MAX_SEARCH_LENGTH).optional(),
  role: role.optional(),
  tier: tier.optional(),
  state: accountState.optional(),
}
/** A page of accounts, newest first. `after`: id of the last account of the previous page. */
export const accountPage = z.object({
  limit: z.number().int().min(0).max(1000),
  offset: z.number().int().min(0),
  after: text.max(40).optional(),
  counted: z.boolean().default(true).describe('Whether the total number of matches is counted.'),
  ...accountFilter,
})

export const accountSession = z.object({
  id,
  device: z.string(),
  address: z.string().nullable(),
  createdAt: isoTime,
  lastSeenAt: isoTime,
})

/** Administration of accounts, in the identity service. Only for super_admin. All calls for one account throw USER_NOT_FOUND. */
export const accounts = {
  /** Returns one account with its sessions and sign-in methods. */
  get: superAdminRpc(
    'identity.accounts.get',
    z.object({ id: z.string() }),
    z.object({
      account: accountView,
      sessions: z.array(accountSession).max(MAX_LISTED_SESSIONS).describe('Active sessions, most recently used first.'),
      secondStep: z.boolean(),
      passkeys: z.number(),
    }),
  ),
  /** Omitted fields do not change. As `suspend` and `scheduleDeletion`, throws LAST_SUPER_ADMIN if no super_admin would remain. */
  update: superAdminRpc(
    'identity.accounts.update',
    z.object({ id: z.string(), role: role.optional(), displayName: text.max(MAX_DISPLAY_NAME_LENGTH).nullish() }),
    accountView,
  ),
  /** Ends all sessions, prevents sign-in and closes galleries. No data is deleted. */
  suspend: superAdminRpc(
    'identity.accounts.suspend',
    z.object({ id: z.string(), reason: text.max(500).nullable() }),
    accountView,
  ),
  /** Ends a suspension and cancels a scheduled deletion. */
  reactivate: superAdminRpc('identity.accounts.reactivate', z.object({ id: z.string() }), accountView),
  /** Suspends the account and deletes it permanently after the waiting period. */
  scheduleDeletion: superAdminRpc('identity.accounts.schedule-deletion', z.object({ id: z.string() }), accountView),
  /**
   * Creates an account without a password and emails a link to set one. Until the password is set, repeating the call sends another email.
   * Throws EMAIL_TAKEN; MAIL_OFF if email is not set up.
   */
  invite: superAdminRpc(
    'identity.accounts.invite',
    z.object({ email: text, displayName: text.max(MAX_DISPLAY_NAME_LENGTH).nullable(), role, tier }),
    z.object({ account: accountView, isNew: z.boolean() }),
  ),
  endSessions: superAdminRpc(
    'identity.accounts.end-sessions',
    z.object({ id: z.string() }),
    z.object({ ended: z.number() }),
  ),
  /** Records in the audit log that a list of accounts was exported. */
  recordExport: superAdminRpc('identity.accounts.record-export', z.object(accountFilter), successOutput),
}
