import { event } from './define.ts'
import { subscriptionView } from './billing.rpc.ts'

/** The whole subscription after a change. Listeners keep the newest `version`. */
export const subscriptionChanged = event('billing.subscription.changed.v1', subscriptionView, { lane: 'urgent' })
