import { errors } from '@daymark/contracts'
import { createRequire } from 'node:module'
import type Stripe from 'stripe'
import type { StripeSettings } from '../config.ts'
import type { BillingLog } from '../log.ts'

/** Stripe's library, loaded when it is needed first: most installations have no Stripe account. */
export const stripeLibrary = (): typeof Stripe => createRequire(import.meta.url)('stripe') as typeof Stripe

/** Short, because users wait for most calls. Jobs retry the other calls. */
const CALL_TIMEOUT_MS = 4000

/** The client repeats a failed call once, with the same idempotency key. */
export function createStripeClient(key: string, { stripeApiBase }: Pick<StripeSettings, 'stripeApiBase'>): Stripe {
  return new (stripeLibrary())(key, {
    timeout: CALL_TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    appInfo: { name: 'Daymark' },
    ...(stripeApiBase && parseAddress(stripeApiBase)),
  })
}

function parseAddress(base: string): { host: string; port: string; protocol: 'http' | 'https' } {
  const { hostname: host, port, protocol } = new URL(base)
  const isPlain = protocol === 'http:'
  return { host, port: port || (isPlain ? '80' : '443'), protocol: isPlain ? 'http' : 'https' }
}

/** Stripe is unavailable or busy: a retry may succeed. */
const UNAVAILABLE_ERRORS = ['StripeConnectionError', 'StripeAPIError', 'StripeRateLimitError']
/** The keys are invalid or lack permissions: an operator has to act. */
const REJECTED_ERRORS = ['StripeAuthenticationError', 'StripePermissionError']
const STATUS_LOCKED = 409

/** Maps an error of Stripe to the error catalogue; unexpected errors stay unchanged. */
export function toAppError(error: unknown, log: BillingLog): unknown {
  if (!(error instanceof stripeLibrary().errors.StripeError)) return error
  if (error.type === 'StripeCardError') return errors.PAYMENT_FAILED()
  if (REJECTED_ERRORS.includes(error.type)) log.providerRejected(error)
  const isUnavailable =
    UNAVAILABLE_ERRORS.includes(error.type) ||
    REJECTED_ERRORS.includes(error.type) ||
    error.statusCode === STATUS_LOCKED
  return isUnavailable ? errors.PROVIDER_UNAVAILABLE() : error
}

/** The object does not exist at Stripe. */
export const isMissing = (error: unknown): boolean =>
  error instanceof stripeLibrary().errors.StripeInvalidRequestError && error.code === 'resource_missing'
