import type { http } from '@daymark/contracts'
import * as v1 from '@daymark/contracts/v1'
import type { CachedRead } from '../../../domain/cache/use-cached.ts'
import { addressOf, call } from '../../../lib/api.ts'

/** More webhooks than this are listed by the API only. */
const MOST = '200'

export const webhooks = (): CachedRead<{ webhooks: http.v1.Webhook[] }> => ({
  type: 'userProfile',
  key: [v1.listWebhooks.path],
  read: signal => call(v1.listWebhooks, { query: { limit: MOST }, signal }),
})

export const deliveries = (id: string, limit: number): CachedRead<Deliveries> => {
  const given = { params: { id }, query: { limit: String(limit) } }
  return {
    type: 'userProfile',
    key: [addressOf(v1.listDeliveries, given)],
    read: signal => call(v1.listDeliveries, { ...given, signal }),
  }
}
export type Deliveries = { deliveries: http.v1.Delivery[]; next_cursor: string | null }

export const delivery = (id: string, deliveryId: string): CachedRead<http.v1.DeliveryDetail> => {
  const given = { params: { id, deliveryId } }
  return {
    type: 'userProfile',
    key: [addressOf(v1.getDelivery, given)],
    read: signal => call(v1.getDelivery, { ...given, signal }),
  }
}
