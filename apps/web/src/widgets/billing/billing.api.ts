import type { Tier } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { invalidateTypes } from '../../domain/cache/cache.ts'
import { STALE_AFTER_EVENT } from '../../domain/cache/stale-after-event.ts'
import { cachedQuery } from '../../domain/cache/use-cached.ts'
import { ApiError, call } from '../../lib/api.ts'
import { logFailure } from '../../lib/log.ts'

/** Reads whether a payment provider is configured. */
export const subscriptionConfigQuery = () => cachedQuery('userProfile', routes.getSubscriptionConfig)

export const invoicesQuery = () => cachedQuery('userProfile', routes.listInvoices)

/**
 * The result of a plan change. `redirecting`: the browser is opening the page of the payment provider. `message`: the
 * error message of the server; null if the response contains no message.
 */
type PlanChangeResult = { result: 'done' | 'redirecting' } | { result: 'failed'; message: string | null }

/** Refetches all data that depends on the plan. */
const refreshPlanData = () => invalidateTypes(STALE_AFTER_EVENT['plan.changed'])

function reportFailure(logMessage: string, reason: unknown): PlanChangeResult {
  logFailure(logMessage, reason)
  return { result: 'failed', message: reason instanceof ApiError ? reason.serverMessage : null }
}

/** Navigates to another site. */
type NavigateTo = (url: string) => void
const leaveApplication: NavigateTo = url => window.location.assign(url)

/**
 * S-BILL-11, S-BILL-14, rule 11: changes the plan. If a payment provider is configured, opens its checkout page; if
 * not, changes the plan immediately.
 */
export async function changePlan(tier: Tier, navigateTo = leaveApplication): Promise<PlanChangeResult> {
  try {
    const { checkoutUrl, testMode } = await call(routes.startCheckout, { body: { tier } })
    if (checkoutUrl) {
      navigateTo(checkoutUrl)
      return { result: 'redirecting' }
    }
    if (testMode) await call(routes.updateTier, { body: { tier } })
    await refreshPlanData()
    return { result: 'done' }
  } catch (reason) {
    const outcome = reportFailure('The plan could not be changed', reason)
    window.alert('Upgrade failed. Please try again.')
    return outcome
  }
}

/** S-BILL-12, S-BILL-13: opens the customer portal of the payment provider. */
export async function openPortal(navigateTo = leaveApplication): Promise<void> {
  try {
    const { portalUrl } = await call(routes.openPortal)
    if (portalUrl) navigateTo(portalUrl)
    else window.alert('Billing portal coming soon! Contact support for billing changes.')
  } catch (reason) {
    logFailure('The billing portal could not be opened', reason)
    window.alert('Unable to open billing portal. Please contact support.')
  }
}

/** Cancels the plan at the end of the paid period, or reverts the cancellation. */
export const setCancellation = (cancel: boolean) =>
  refreshAfter(
    call(cancel ? routes.cancelSubscription : routes.reactivateSubscription),
    cancel ? 'The plan could not be canceled' : 'The plan could not be kept',
  )

/** Makes the server read the state of the plan from the payment provider, without waiting for its webhook. */
export const refreshPlan = () =>
  refreshAfter(call(routes.refreshSubscription), 'The plan could not be read from the payment provider')

async function refreshAfter(request: Promise<unknown>, logMessage: string): Promise<PlanChangeResult> {
  try {
    await request
    await refreshPlanData()
    return { result: 'done' }
  } catch (reason) {
    return reportFailure(logMessage, reason)
  }
}
