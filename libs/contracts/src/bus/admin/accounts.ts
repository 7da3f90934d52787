import { z } from 'zod'
import { id, isoTime, role, rpc, text } from '../define.ts'
import { accountView, signedIn } from '../identity/accounts.ts'
import { MAX_DISPLAY_NAME } from '../../rules/limits.ts'
import { tier } from '../../rules/plans.ts'
import { subscriptionView } from '../billing/rpc.ts'

/** What each owner knows of one account, one statement each. Only for super_admin (checked). */
export const accountStatistics = {
  getPlan: rpc('billing.accounts.plan', z.object({ userId: id }), subscriptionView),
  getUsage: rpc(
    'library.accounts.usage',
    z.object({ userId: id }),
    z.object({ photos: z.number(), albums: z.number(), storageUsed: z.number() }),
  ),
  getLinks: rpc(
    'sharing.accounts.links',
    z.object({ userId: id }),
    z.object({ total: z.number(), active: z.number(), views: z.number() }),
  ),
  getDeveloperUsage: rpc(
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

/** One account, as all its owners know it; null: that owner does not answer, and `notes` says so. */
export const accountSummary = z.object({
  account: accountView,
  plan: subscriptionView.nullable(),
  usage: accountStatistics.getUsage.output.nullable(),
  signIn: z.object({ sessions: z.array(signedIn), secondStep: z.boolean(), passkeys: z.number() }),
  links: accountStatistics.getLinks.output.nullable(),
  developer: accountStatistics.getDeveloperUsage.output.nullable(),
  notes: z.array(z.string()),
})
export type AccountSummary = z.infer<typeof accountSummary>

/** Accounts as the administration sees them, composed from their owners. Everything is for super_admin; FORBIDDEN otherwise. */
export const adminAccounts = {
  /** USER_NOT_FOUND. */
  get: rpc('admin.accounts.get', z.object({ id: z.string() }), accountSummary),
  /** Answers when those who decide by the plan know of it. USER_NOT_FOUND, CONFLICT for a plan that the card provider charges. */
  updatePlan: rpc(
    'admin.accounts.update-plan',
    z.object({ id: z.string(), tier, storageLimit: z.number().int().min(0).optional() }),
    accountView,
  ),
  /** EMAIL_TAKEN, MAIL_OFF. Again for one that is invited: another mail. */
  invite: rpc(
    'admin.accounts.invite',
    z.object({ email: text, displayName: text.max(MAX_DISPLAY_NAME).nullable(), role, tier }),
    accountView,
  ),
}
