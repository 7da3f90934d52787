import { z } from 'zod'
import { id, isoTime, rpc } from './define.ts'
import { subscriptionStatus, tier } from './plans.ts'

export const subscriptionView = z.object({
  userId: id,
  tier,
  status: subscriptionStatus,
  storageLimit: z.number(),
  endDate: isoTime.nullable(),
  pastDueSince: isoTime.nullable().default(null).describe('since when a payment is overdue; see entitlementOf'),
  version: z.number().int().describe('grows by one with every change of this subscription'),
})
export type SubscriptionView = z.infer<typeof subscriptionView>

export const billing = {
  /** The caller's own subscription. */
  getSubscription: rpc('billing.subscriptions.get', z.object({}), subscriptionView),
  getConfig: rpc(
    'billing.config.get',
    z.object({}),
    z.object({ configured: z.boolean(), publishableKey: z.string().nullable(), testMode: z.boolean() }),
  ),
  /** Switches the caller's plan in test mode; TEST_MODE_ONLY when a card provider is configured (rule 11). */
  updateTier: rpc('billing.subscriptions.update-tier', z.object({ tier }), subscriptionView),
}
