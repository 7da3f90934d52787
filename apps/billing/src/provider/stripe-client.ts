import Stripe from 'stripe'
import type { StripeSettings } from '../config.ts'

/** Short, because a user waits for most calls; others are retried anyway. */
const TIMEOUT_MS = 4000

/** Repeated calls carry the same idempotency key, which the client sees to. */
export function stripeClient(key: string, { stripeApiBase }: Pick<StripeSettings, 'stripeApiBase'>): Stripe {
  return new Stripe(key, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    appInfo: { name: 'Daymark' },
    ...(stripeApiBase && addressOf(stripeApiBase)),
  })
}

function addressOf(base: string): { host: string; port: string; protocol: 'http' | 'https' } {
  const { hostname: host, port, protocol } = new URL(base)
  const isPlain = protocol === 'http:'
  return { host, port: port || (isPlain ? '80' : '443'), protocol: isPlain ? 'http' : 'https' }
}
