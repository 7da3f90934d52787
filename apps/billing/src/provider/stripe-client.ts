import { errors } from '@daymark/contracts'
import type { Logger } from '@daymark/platform'
import { createRequire } from 'node:module'
import type Stripe from 'stripe'
import type { StripeSettings } from '../config.ts'

/** Loads the Stripe library on first use, because most installations have no Stripe account. */
export const stripeLibrary = (): typeof Stripe => createRequire(import.meta.url)('stripe') as typeof Stripe

/** Timeout of a call to Stripe in milliseconds. It is short, because users wait for most calls; jobs retry the others. */
const CALL_TIMEOUT_MS = 4000

/** Creates a client that repeats a failed call once. Both calls have the same idempotency key, so the change is made only once. */
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
  const isHttp = protocol === 'http:'
  return { host, port: port || (isHttp ? '80' : '443'), protocol: isHttp ? 'http' : 'https' }
}

/** Types of errors that mean that Stripe is unavailable or busy, so a retry may succeed. */
const UNAVAILABLE_ERRORS = ['StripeConnectionError', 'StripeAPIError', 'StripeRateLimitError']
/** Types of errors that mean that the keys are invalid or lack permissions, so an operator has to act. */
const REJECTED_ERRORS = ['StripeAuthenticationError', 'StripePermissionError']
const STATUS_CONFLICT = 409

/** Logs an error that an operator must correct: the keys are revoked or lack permissions, or prices are missing. */
export const logRejection = (log: Logger, error: Error): void =>
  log.error({ event: 'billing.provider-rejected', err: error }, 'See `daymark doctor`.')

/** Returns the API error for a known error of Stripe. Returns other errors unchanged, and logs errors that an operator has to correct. */
export function toAppError(error: unknown, log: Logger): unknown {
  if (!(error instanceof stripeLibrary().errors.StripeError)) return error
  if (error.type === 'StripeCardError') return errors.PAYMENT_FAILED()
  if (REJECTED_ERRORS.includes(error.type)) logRejection(log, error)
  const isUnavailable =
    UNAVAILABLE_ERRORS.includes(error.type) ||
    REJECTED_ERRORS.includes(error.type) ||
    error.statusCode === STATUS_CONFLICT
  return isUnavailable ? errors.PROVIDER_UNAVAILABLE() : error
}

/** Returns true if the error means that the requested object does not exist at Stripe. */
export const isMissingAtStripe = (error: unknown): boolean =>
  error instanceof stripeLibrary().errors.StripeInvalidRequestError && error.code === 'resource_missing'
