import type { http, Tier } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { invalidateTypes } from '../../domain/cache/cache.ts'
import { STALE_AFTER_EVENT } from '../../domain/cache/stale-after-change.ts'
import type { CachedQuery } from '../../domain/cache/use-cached.ts'
import { ApiError, call } from '../../lib/api.ts'
import { logFailure } from '../../lib/log.ts'

/** Whether a card provider is configured. */
export const subscriptionConfig = (): CachedQuery<http.SubscriptionConfig> => ({
  type: 'userProfile',
  key: [routes.getSubscriptionConfig.path],
  read: signal => call(routes.getSubscriptionConfig, { signal }),
})

export const invoices = (): CachedQuery<http.Invoice[]> => ({
  type: 'userProfile',
  key: [routes.listInvoices.path],
  read: signal => call(routes.listInvoices, { signal }),
})

/** The result of a change of plan: done; redirecting to the card provider's page; or failed, with the server's message if any. */
type Outcome = { is: 'done' | 'leaving' } | { is: 'failed'; message: string | null }

/** Reads everything again that depends on the plan. */
const planChanged = () => invalidateTypes(STALE_AFTER_EVENT['plan.changed'])

function failed(what: string, reason: unknown): Outcome {
  logFailure(what, reason)
  return { is: 'failed', message: reason instanceof ApiError ? reason.serverMessage : null }
}

/** `leave` navigates to another site. */
type Leave = (address: string) => void
const leaveTo: Leave = address => window.location.assign(address)

/** S-BILL-11, S-BILL-14, rule 11: without a card provider the plan is switched directly, else the provider's page is opened. */
export async function changePlan(tier: Tier, leave = leaveTo): Promise<Outcome> {
  try {
    const { checkoutUrl, testMode } = await call(routes.startCheckout, { body: { tier } })
    if (checkoutUrl) {
      leave(checkoutUrl)
      return { is: 'leaving' }
    }
    if (testMode) await call(routes.updateTier, { body: { tier } })
    await planChanged()
    return { is: 'done' }
  } catch (reason) {
    const outcome = failed('The plan could not be changed', reason)
    window.alert('Upgrade failed. Please try again.')
    return outcome
  }
}

/** S-BILL-12, S-BILL-13 */
export async function openPortal(leave = leaveTo): Promise<void> {
  try {
    const { portalUrl } = await call(routes.openPortal)
    if (portalUrl) leave(portalUrl)
    else window.alert('Billing portal coming soon! Contact support for billing changes.')
  } catch (reason) {
    logFailure('The billing portal could not be opened', reason)
    window.alert('Unable to open billing portal. Please contact support.')
  }
}

/** Cancels the plan at the end of the paid period, or withdraws the cancellation. */
export async function setCancel(cancel: boolean): Promise<Outcome> {
  try {
    await call(cancel ? routes.cancelSubscription : routes.reactivateSubscription)
    await planChanged()
    return { is: 'done' }
  } catch (reason) {
    return failed(cancel ? 'The plan could not be canceled' : 'The plan could not be kept', reason)
  }
}

/** Reads the state from the card provider, without waiting for its webhook. */
export async function refreshPlan(): Promise<Outcome> {
  try {
    await call(routes.refreshSubscription)
    await planChanged()
    return { is: 'done' }
  } catch (reason) {
    return failed('The plan could not be read from the card provider', reason)
  }
}
