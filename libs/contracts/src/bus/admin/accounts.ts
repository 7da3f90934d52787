import { z } from 'zod'
import { MAX_DISPLAY_NAME_LENGTH } from '../../rules/limits.ts'
import { tier } from '../../rules/plans.ts'
import { subscriptionView } from '../billing/subscriptions.ts'
import { id, isoTime, role, text, superAdminRpc } from '../define.ts'
import { accountSession, accountView, userView } from '../identity/accounts.ts'

/** Statistics of one account from each service. Only for super_admin. */
export const accountStatistics = {
  getPlan: superAdminRpc('billing.accounts.plan', z.object({ userId: id }), subscriptionView),
  getUsage: superAdminRpc(
    'library.accounts.usage',
    z.object({ userId: id }),
    z.object({ photos: z.number(), albums: z.number(), storageUsed: z.number() }),
  ),
  getLinks: superAdminRpc(
    'sharing.accounts.links',
    z.object({ userId: id }),
    z.object({ total: z.number(), active: z.number(), views: z.number() }),
  ),
  getDeveloperUsage: superAdminRpc(
    'developer.accounts.usage',
    z.object({ userId: id }),
    z.object({
      tokens: z.number().describe('Number of valid API tokens.'),
      tokenLastUsedAt: isoTime.nullable(),
      webhooks: z.number(),
      failingWebhooks: z.number().describe('Number of webhooks that are turned off or whose last attempt failed.'),
    }),
  ),
}

/** One account with data of all services. A field is null if its service did not respond; `notes` names this service. */
const accountSummary = z.object({
  account: accountView,
  plan: subscriptionView.nullable(),
  usage: accountStatistics.getUsage.output.nullable(),
  signIn: z.object({ sessions: z.array(accountSession), secondStep: z.boolean(), passkeys: z.number() }),
  links: accountStatistics.getLinks.output.nullable(),
  developer: accountStatistics.getDeveloperUsage.output.nullable(),
  notes: z.array(z.string()),
})
export type AccountSummary = z.infer<typeof accountSummary>

/** Administration of accounts with data of all services. Throws FORBIDDEN unless the caller is super_admin. */
export const adminAccounts = {
  /** Throws USER_NOT_FOUND. */
  get: superAdminRpc('admin.accounts.get', z.object({ id: z.string() }), accountSummary),
  /** Returns once all services apply the new plan. Throws USER_NOT_FOUND; CONFLICT if the payment provider charges the current plan. */
  updatePlan: superAdminRpc(
    'admin.accounts.update-plan',
    z.object({ id: z.string(), tier, storageLimit: z.number().int().min(0).optional() }),
    accountView,
  ),
  /** Sends another email if the user was invited before. Throws EMAIL_TAKEN; MAIL_OFF if email is not set up. */
  invite: superAdminRpc(
    'admin.accounts.invite',
    z.object({ email: text, displayName: text.max(MAX_DISPLAY_NAME_LENGTH).nullable(), role, tier }),
    accountView,
  ),
}

/** Creates accounts. Throws FORBIDDEN unless the caller is super_admin (S-ADA-11). */
export const admin = {
  createUser: superAdminRpc(
    'admin.users.create',
    z.object({ email: text, password: text, displayName: text.max(MAX_DISPLAY_NAME_LENGTH).nullable(), role, tier }),
    userView,
  ),
}
