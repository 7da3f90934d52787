import { z } from 'zod'
import { event, id } from '../define.ts'
import { subscriptionView } from './rpc.ts'

/** The complete subscription after a change. Subscribers keep the newest `version`. */
export const subscriptionChanged = event('billing.subscription.changed.v1', subscriptionView, { lane: 'urgent' })

/**
 * The card provider sent an event, which is stored in `provider_events`. Billing handles it itself: it reads the current state from
 * the provider and retries while the provider is unavailable. `userId`: the account, if known.
 */
export const providerEventReceived = event(
  'billing.provider-event.received.v1',
  z.object({ eventId: z.string(), userId: id.nullable() }),
)
