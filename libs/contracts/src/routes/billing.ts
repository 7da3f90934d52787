import { z } from 'zod'
import * as http from '../http/index.ts'
import { KB } from '../rules/limits.ts'
import { route } from './route.ts'

/** S-SUB-08. Starts a checkout at the card provider, or changes the plan of the existing subscription. */
export const startCheckout = route('POST', '/api/subscription/checkout', {
  auth: 'session',
  audited: true,
  body: http.tierBody,
  answer: http.checkoutAnswer,
  errors: ['PAYMENT_FAILED', 'PAYMENT_OVERDUE', 'PROVIDER_UNAVAILABLE'],
})
/** S-SUB-10. Opens the customer portal of the card provider. */
export const openPortal = route('POST', '/api/subscription/portal', {
  auth: 'session',
  answer: http.portalAnswer,
  errors: ['PROVIDER_UNAVAILABLE'],
})
/** Cancels the subscription at the end of the paid period. */
export const cancelSubscription = route('POST', '/api/subscription/cancel', {
  auth: 'session',
  audited: true,
  answer: http.subscription,
  errors: ['NO_PAID_SUBSCRIPTION', 'PROVIDER_UNAVAILABLE'],
})
/** Resumes a canceled subscription before its end. */
export const reactivateSubscription = route('POST', '/api/subscription/reactivate', {
  auth: 'session',
  audited: true,
  answer: http.subscription,
  errors: ['NO_PAID_SUBSCRIPTION', 'PROVIDER_UNAVAILABLE'],
})
/** Reads the subscription from the card provider after checkout, without waiting for its event. */
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

/** Receives events of Stripe, which are authenticated by a signature over the raw body. */
export const receiveStripeEvent = route('POST', '/api/billing/webhook', {
  duringMaintenance: true,
  auth: 'open',
  accepts: 'raw',
  bodyLimit: 256 * KB,
  answer: http.success,
  errors: ['WEBHOOK_REFUSED'],
})
