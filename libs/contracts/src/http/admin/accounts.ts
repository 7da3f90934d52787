import { z } from 'zod'
import { role } from '../../bus/define.ts'
import { subscriptionStatus, tier } from '../../rules/plans.ts'
import { pagingQuery, user } from '../accounts.ts'

/**
 * - `suspended`: the user cannot sign in, links are unavailable and tokens are rejected. No data is deleted.
 * - `deleting`: as `suspended`, and the account is deleted on `deletion_due_at`.
 * - `invited`: the user has not set a password yet.
 */
export const accountState = z.enum(['active', 'suspended', 'deleting', 'invited'])
export type AccountState = z.infer<typeof accountState>

/** A user in the administration (S-ADA-02). */
export const adminUser = user.extend({
  state: accountState,
  suspended_reason: z.string().nullable(),
  deletion_due_at: z.string().nullable(),
  deletion_by_owner: z.boolean().describe('Whether the owner requested the deletion and can cancel it by signing in.'),
  last_seen_at: z.string().nullable().describe('Last session activity or sign-in, to the minute.'),
})
export type AdminUser = z.infer<typeof adminUser>

/**
 * Query of the list of users, newest first. `search` is matched with email and display name. `after`: id of the last account of the
 * previous page.
 */
export const usersQuery = pagingQuery.extend({
  after: z.string().max(40).optional(),
  search: z.string().max(200).optional(),
  role: role.optional(),
  tier: tier.optional(),
  state: accountState.optional(),
})

/** One account with data of all services. A field is null if its service did not respond; `notes` names this service. */
export const adminAccount = z.object({
  user: adminUser,
  plan: z
    .object({
      tier,
      tier_name: z.string(),
      status: subscriptionStatus,
      storage_limit: z.number(),
      end_date: z.string().nullable(),
      past_due_since: z.string().nullable(),
      cancel_at_period_end: z.boolean(),
      managed: z.boolean().describe('Whether the payment provider manages this subscription.'),
    })
    .nullable(),
  usage: z.object({ images: z.number(), albums: z.number(), storage_used: z.number() }).nullable(),
  sign_in: z
    .object({
      sessions: z.array(
        z.object({
          id: z.string(),
          device: z.string(),
          address: z.string().nullable(),
          created_at: z.string(),
          last_seen_at: z.string(),
        }),
      ),
      second_step: z.boolean(),
      passkeys: z.number(),
    })
    .nullable(),
  links: z.object({ total: z.number(), active: z.number(), views: z.number() }).nullable(),
  developer: z
    .object({
      tokens: z.number(),
      token_last_used_at: z.string().nullable(),
      webhooks: z.number(),
      failing_webhooks: z.number(),
    })
    .nullable(),
  notes: z.array(z.string()),
})
export type AdminAccount = z.infer<typeof adminAccount>

export const inviteBody = z.object({
  email: z.string(),
  displayName: z.string().max(200).nullish(),
  role: role.default('user'),
  subscriptionTier: tier.default('professional'),
})
/** Omitted fields do not change. */
export const accountPatch = z.object({ role: role.optional(), display_name: z.string().max(200).nullish() })
/** `storage_limit` in bytes. Default: the limit of granted plans of this tier (rule 6). */
export const accountPlanBody = z.object({
  subscription_tier: tier,
  storage_limit: z
    .number()
    .int()
    .min(0)
    .max(2 ** 53 - 1)
    .optional(),
})
export const suspendBody = z.object({ reason: z.string().max(500).nullish() })
