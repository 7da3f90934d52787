import { z } from 'zod'
import { subscriptionStatus, tier } from '../../rules/plans.ts'
import { successOutput, event, id, isoTime, rpc, text, superAdminRpc } from '../define.ts'

export const subscriptionView = z.object({
  userId: id,
  tier,
  status: subscriptionStatus,
  storageLimit: z.number(),
  endDate: isoTime.nullable(),
  pastDueSince: isoTime
    .nullable()
    .default(null)
    .describe('Time since which a payment has been overdue. entitlementOf computes the grace period from it.'),
  cancelAtPeriodEnd: z.boolean().optional().describe('Whether the subscription ends at endDate unless it is resumed.'),
  managed: z.boolean().optional().describe('Whether the payment provider manages this subscription.'),
  version: z.number().int().describe('Increases by one with every change of this subscription.'),
})
export type SubscriptionView = z.infer<typeof subscriptionView>

/** An invoice of the payment provider. `url` and `pdf` are addresses at the provider. */
export const invoice = z.object({
  id: z.string(),
  number: z.string().nullable(),
  status: z.string().describe('Status of the payment provider: draft, open, paid, void or uncollectible.'),
  createdAt: isoTime,
  total: z.number().int().describe('Amount in the smallest unit of the currency, taxes included.'),
  currency: z.string().describe('Three-letter currency code in lower case.'),
  url: z.string().nullable(),
  pdf: z.string().nullable(),
})
export type InvoiceView = z.infer<typeof invoice>

/** Plans granted by the administration; a part of billing. Only for super_admin. */
export const grantedPlans = {
  /**
   * Throws USER_NOT_FOUND; CONFLICT if the payment provider charges the current plan. Default of `storageLimit`: the limit of granted plans of
   * this tier (rule 6).
   */
  grant: superAdminRpc(
    'billing.accounts.grant',
    z.object({ userId: id, tier, storageLimit: z.number().int().min(0).optional() }),
    subscriptionView,
  ),
}

export const billing = {
  /** Returns the subscription of the caller. */
  getSubscription: rpc('billing.subscriptions.get', z.object({}), subscriptionView),
  getConfig: rpc(
    'billing.config.get',
    z.object({}),
    z.object({ configured: z.boolean(), publishableKey: z.string().nullable(), testMode: z.boolean() }),
  ),
  /** Changes the plan of the caller in test mode. Throws TEST_MODE_ONLY if a payment provider is configured (rule 11). */
  updateTier: rpc('billing.subscriptions.update-tier', z.object({ tier }), subscriptionView),
  /**
   * Returns the address of the checkout page of the payment provider. If the caller has a subscription, changes it pro rata instead: `changed`
   * is the new version of the subscription, and an address is returned only if the user must confirm the payment there. `site`: address to
   * which the provider redirects the browser afterwards.
   */
  checkout: rpc(
    'billing.subscriptions.checkout',
    z.object({ tier, email: text.max(320), site: z.url() }),
    z.object({ checkoutUrl: z.string().nullable(), testMode: z.boolean(), changed: z.number().int().nullable() }),
  ),
  /** Returns the address of the customer portal, where users manage cards and invoices and cancel. Null in test mode. */
  openPortal: rpc(
    'billing.subscriptions.open-portal',
    z.object({ email: text.max(320), site: z.url() }),
    z.object({ portalUrl: z.string().nullable() }),
  ),
  /** Cancels the subscription at the end of the paid period, or resumes it. Throws NO_PAID_SUBSCRIPTION. */
  setCancel: rpc('billing.subscriptions.set-cancel', z.object({ cancel: z.boolean() }), subscriptionView),
  /** Reads the subscription from the payment provider after the browser returned from its pages. */
  refresh: rpc('billing.subscriptions.refresh', z.object({}), subscriptionView),
  /** Returns the twelve newest invoices of the caller. */
  listInvoices: rpc('billing.invoices.list', z.object({}), z.object({ invoices: z.array(invoice) })),
  /** Receives the unchanged body and the signature of an event of the payment provider. Throws WEBHOOK_REFUSED if the signature is invalid or too old. */
  receiveEvent: rpc(
    'billing.events.receive',
    z.object({ payload: z.string(), signature: z.string().max(2000) }),
    successOutput,
  ),
}

/** A subscription changed. The event has its complete state; subscribers store the state with the newest `version`. */
export const subscriptionChanged = event('billing.subscription.changed.v1', subscriptionView, { priority: 'urgent' })

/**
 * The payment provider sent an event, which is stored in `provider_events`. Billing subscribes to this event itself: it reads the current state
 * from the provider and retries while the provider is unavailable. `userId` null: the account is not known.
 */
export const providerEventReceived = event(
  'billing.provider-event.received.v1',
  z.object({ eventId: z.string(), userId: id.nullable() }),
)
