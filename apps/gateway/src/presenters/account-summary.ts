import { type AccountSummary, type http, PLANS } from '@daymark/contracts'
import { presentAdminUser } from './admin-user.ts'

/** One account for the administration; what is null has its sentence among the notes. */
export function presentAccountSummary(summary: AccountSummary): http.AdminAccount {
  const { account, plan, usage, signIn, links, programs, notes } = summary
  return {
    user: presentAdminUser(account),
    plan: plan && {
      tier: plan.tier,
      tier_name: PLANS[plan.tier].name,
      status: plan.status,
      storage_limit: plan.storageLimit,
      end_date: plan.endDate,
      past_due_since: plan.pastDueSince,
      cancel_at_period_end: plan.cancelAtPeriodEnd ?? false,
      managed: plan.managed ?? false,
    },
    usage: usage && { images: usage.photos, albums: usage.albums, storage_used: usage.storageUsed },
    sign_in: {
      sessions: signIn.sessions.map(({ id, device, address, createdAt, lastSeenAt }) => ({
        ...{ id, device, address },
        created_at: createdAt,
        last_seen_at: lastSeenAt,
      })),
      second_step: signIn.secondStep,
      passkeys: signIn.passkeys,
    },
    links,
    developer: programs && {
      tokens: programs.tokens,
      token_last_used_at: programs.tokenLastUsedAt,
      webhooks: programs.webhooks,
      failing_webhooks: programs.failingWebhooks,
    },
    notes,
  }
}
