import { z } from 'zod'
import { event, id } from '../define.ts'
import { subscriptionView } from './rpc.ts'

/** The whole subscription after a change. Listeners keep the newest `version`. */
export const subscriptionChanged = event('billing.subscription.changed.v1', subscriptionView, { lane: 'urgent' })

/**
 * The card provider has told of something that is kept in `provider_events`: work for billing itself, which asks the provider how
 * things stand, however long that is away. `userId`: whose it is, where that is known.
 */
export const providerEventReceived = event(
  'billing.provider-event.received.v1',
  z.object({ eventId: z.string(), userId: id.nullable() }),
)
