import { errors } from '@daymark/contracts'
import Stripe from 'stripe'
import type { BillingLog } from '../log.ts'

/** Nobody is there, or it has no time for us: the same call may succeed later. */
const AWAY = ['StripeConnectionError', 'StripeAPIError', 'StripeRateLimitError']
/** Our keys are no longer good, or may too little: nothing of the call is to blame, and somebody has to look. */
const REFUSED = ['StripeAuthenticationError', 'StripePermissionError']
const LOCKED = 409

/** The catalogue's word for what Stripe said; what nobody foresaw stays as it is. */
export function asFailure(error: unknown, log: BillingLog): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  if (error.type === 'StripeCardError') return errors.PAYMENT_FAILED()
  if (REFUSED.includes(error.type)) log.providerRefused(error)
  const isAway = AWAY.includes(error.type) || REFUSED.includes(error.type) || error.statusCode === LOCKED
  return isAway ? errors.PROVIDER_UNAVAILABLE() : error
}

/** Stripe knows no such thing, or no longer. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
