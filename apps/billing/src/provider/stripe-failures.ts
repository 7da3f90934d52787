import { errors } from '@daymark/contracts'
import Stripe from 'stripe'
import type { BillingLog } from '../log.ts'

/** Stripe is unavailable or busy: a retry may succeed. */
const AWAY = ['StripeConnectionError', 'StripeAPIError', 'StripeRateLimitError']
/** The keys are invalid or lack permissions: an operator has to act. */
const REFUSED = ['StripeAuthenticationError', 'StripePermissionError']
const LOCKED = 409

/** Maps an error of Stripe to the error catalogue; unexpected errors stay unchanged. */
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
