import type { http } from '@daymark/contracts'
import * as v1 from '@daymark/contracts/v1'
import { invalidateTypes } from '../../../domain/cache/cache.ts'
import type { CachedQuery } from '../../../domain/cache/use-cached.ts'
import { addressOf, call } from '../../../lib/api.ts'
import { type Outcome, outcomeOf } from '../../../lib/outcome.ts'

/** More webhooks than this are listed by the API only. */
const MOST = '200'

export const webhooks = (): CachedQuery<{ webhooks: http.v1.Webhook[] }> => ({
  type: 'userProfile',
  key: [v1.listWebhooks.path],
  read: signal => call(v1.listWebhooks, { query: { limit: MOST }, signal }),
})

export const deliveries = (id: string, limit: number): CachedQuery<Deliveries> => {
  const given = { params: { id }, query: { limit: String(limit) } }
  return {
    type: 'userProfile',
    key: [addressOf(v1.listDeliveries, given)],
    read: signal => call(v1.listDeliveries, { ...given, signal }),
  }
}
type Deliveries = { deliveries: http.v1.Delivery[]; next_cursor: string | null }

export const delivery = (id: string, deliveryId: string): CachedQuery<http.v1.DeliveryDetail> => {
  const given = { params: { id, deliveryId } }
  return {
    type: 'userProfile',
    key: [addressOf(v1.getDelivery, given)],
    read: signal => call(v1.getDelivery, { ...given, signal }),
  }
}

export type Wanted = { url: string; events: http.v1.WebhookEvent[] }

async function change<T>(what: string, request: () => Promise<T>): Promise<Outcome<T>> {
  const outcome = await outcomeOf(what, request)
  void readAgain()
  return outcome
}
const readAgain = () => invalidateTypes(['userProfile'])

const at = (id: string) => ({ params: { id } })

export const createWebhook = (body: Wanted) =>
  change('Creating the webhook failed', () => call(v1.createWebhook, { body }))
export const updateWebhook = (id: string, body: Partial<Wanted> & { active?: boolean }) =>
  change('Changing the webhook failed', () => call(v1.updateWebhook, { ...at(id), body }))
export const deleteWebhook = (id: string) => change('Deleting the webhook failed', () => call(v1.deleteWebhook, at(id)))
export const rotateSecret = (id: string) => change('Rotating the secret failed', () => call(v1.rotateSecret, at(id)))
export const sendTest = (id: string) => change('Sending a test event failed', () => call(v1.testWebhook, at(id)))
export const redeliverFailed = (id: string) => change('Sending again failed', () => call(v1.redeliverFailed, at(id)))
export const redeliver = (id: string, deliveryId: string) =>
  change('Sending again failed', () => call(v1.redeliver, { params: { id, deliveryId } }))
