import { z } from 'zod'
import * as http from '../http/index.ts'
import { KB } from '../rules/limits.ts'
import { route } from './route.ts'

/** S-SUB-08. Buys a plan on the card provider's page, or changes that of the subscription there is. */
export const startCheckout = route('POST', '/api/subscription/checkout', {
  auth: 'session',
  audited: true,
  body: http.tierBody,
  answer: http.checkoutAnswer,
  errors: ['PAYMENT_FAILED', 'PAYMENT_OVERDUE', 'PROVIDER_UNAVAILABLE'],
})
/** S-SUB-10. Cards, invoices, cancelling: the card provider's own pages. */
export const openPortal = route('POST', '/api/subscription/portal', {
  auth: 'session',
  answer: http.portalAnswer,
  errors: ['PROVIDER_UNAVAILABLE'],
})
/** Ends with the period that is paid for. */
export const cancelSubscription = route('POST', '/api/subscription/cancel', {
  auth: 'session',
  audited: true,
  answer: http.subscription,
  errors: ['NO_PAID_SUBSCRIPTION', 'PROVIDER_UNAVAILABLE'],
})
/** Takes the cancelling back, as long as the period lasts. */
export const reactivateSubscription = route('POST', '/api/subscription/reactivate', {
  auth: 'session',
  audited: true,
  answer: http.subscription,
  errors: ['NO_PAID_SUBSCRIPTION', 'PROVIDER_UNAVAILABLE'],
})
/** For the page that the card provider sends the browser back to: how the subscription stands there, without waiting for its event. */
export const refreshSubscription = route('POST', '/api/subscription/refresh', {
  auth: 'session',
  audited: true,
  answer: http.subscription,
  errors: ['PROVIDER_UNAVAILABLE'],
})
export const listInvoices = route('GET', '/api/subscription/invoices', {
  auth: 'session',
  answer: z.array(http.invoice),
  errors: ['PROVIDER_UNAVAILABLE'],
})

/** What Stripe tells. Open, as its signature over the body as it came is what counts. */
export const receiveStripeEvent = route('POST', '/api/billing/webhook', {
  duringMaintenance: true,
  auth: 'open',
  accepts: 'raw',
  bodyLimit: 256 * KB,
  answer: http.success,
  errors: ['WEBHOOK_REFUSED'],
})
