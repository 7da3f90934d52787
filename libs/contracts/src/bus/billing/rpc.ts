import { z } from 'zod'
import { done, id, isoTime, rpc, text } from '../define.ts'
import { subscriptionStatus, tier } from '../../rules/plans.ts'

export const subscriptionView = z.object({
  userId: id,
  tier,
  status: subscriptionStatus,
  storageLimit: z.number(),
  endDate: isoTime.nullable(),
  pastDueSince: isoTime.nullable().default(null).describe('Time since when a payment is overdue; see entitlementOf.'),
  cancelAtPeriodEnd: z.boolean().optional().describe('Whether the subscription ends at endDate unless it is resumed.'),
  managed: z.boolean().optional().describe('Whether the card provider manages this subscription.'),
  version: z.number().int().describe('Increases by one with every change of this subscription.'),
})
export type SubscriptionView = z.infer<typeof subscriptionView>

/** A bill of the card provider's, and where it can be read there. */
export const invoice = z.object({
  id: z.string(),
  number: z.string().nullable(),
  status: z.string().describe('Status of the card provider: draft, open, paid, void or uncollectible.'),
  createdAt: isoTime,
  total: z.number().int().describe('Amount in the smallest unit of the currency, taxes included.'),
  currency: z.string().describe('Three-letter currency code in lower case.'),
  url: z.string().nullable(),
  pdf: z.string().nullable(),
})
export type InvoiceView = z.infer<typeof invoice>

/** What the administration does with plans; a part of billing. Only for super_admin (checked). */
export const grantedPlans = {
  /** USER_NOT_FOUND; CONFLICT for a plan that the card provider charges. Without a limit it is what this tier is granted (rule 6). */
  grant: rpc(
    'billing.accounts.grant',
    z.object({ userId: id, tier, storageLimit: z.number().int().min(0).optional() }),
    subscriptionView,
  ),
}

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
  /**
   * The address of the card provider's page where the plan is bought. Where there is a subscription already its plan is changed
   * instead, in proportion to the days: then `changed` is the version that says so, and an address means that a payment has to be
   * confirmed first. `site` is where the provider sends the browser back to.
   */
  checkout: rpc(
    'billing.subscriptions.checkout',
    z.object({ tier, email: text.max(320), site: z.url() }),
    z.object({ checkoutUrl: z.string().nullable(), testMode: z.boolean(), changed: z.number().int().nullable() }),
  ),
  /** The card provider's pages for cards, invoices and cancelling; null in test mode. */
  openPortal: rpc(
    'billing.subscriptions.open-portal',
    z.object({ email: text.max(320), site: z.url() }),
    z.object({ portalUrl: z.string().nullable() }),
  ),
  /** Lets the subscription end with what is paid for, or takes that back. NO_PAID_SUBSCRIPTION where there is none. */
  setCancel: rpc('billing.subscriptions.set-cancel', z.object({ cancel: z.boolean() }), subscriptionView),
  /** Asks the card provider how the subscription stands, for a browser that comes back from its pages. */
  refresh: rpc('billing.subscriptions.refresh', z.object({}), subscriptionView),
  /** The newest twelve of the caller. */
  listInvoices: rpc('billing.invoices.list', z.object({}), z.object({ invoices: z.array(invoice) })),
  /** What the card provider sends: the body as it came, and its signature. WEBHOOK_REFUSED unless it is genuine and of now. */
  receiveEvent: rpc('billing.events.receive', z.object({ payload: z.string(), signature: z.string().max(2000) }), done),
}
