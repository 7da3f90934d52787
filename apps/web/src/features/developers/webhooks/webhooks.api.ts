import type { http } from '@daymark/contracts'
import * as v1 from '@daymark/contracts/v1'
import { invalidateTypes } from '../../../domain/cache/cache.ts'
import { cachedQuery, type CachedQuery } from '../../../domain/cache/use-cached.ts'
import { call } from '../../../lib/api.ts'
import { type Outcome, outcomeOf } from '../../../lib/outcome.ts'

/** The maximum number of webhooks on the page. Further webhooks can be listed only through the API. */
const MAX_WEBHOOKS = '200'

export const webhooksQuery = (): CachedQuery<{ webhooks: http.v1.Webhook[] }> => ({
  type: 'userProfile',
  key: [v1.listWebhooks.path],
  read: signal => call(v1.listWebhooks, { query: { limit: MAX_WEBHOOKS }, signal }),
})

export const deliveriesQuery = (id: string, limit: number) =>
  cachedQuery('userProfile', v1.listDeliveries, { params: { id }, query: { limit: String(limit) } })

export const deliveryQuery = (id: string, deliveryId: string) =>
  cachedQuery('userProfile', v1.getDelivery, { params: { id, deliveryId } })

export type WebhookRequest = { url: string; events: http.v1.WebhookEvent[] }

async function changeWebhook<T>(logMessage: string, request: () => Promise<T>): Promise<Outcome<T>> {
  const outcome = await outcomeOf(logMessage, request)
  void refetchWebhooks()
  return outcome
}
const refetchWebhooks = () => invalidateTypes(['userProfile'])

const webhookParams = (id: string) => ({ params: { id } })

export const createWebhook = (body: WebhookRequest) =>
  changeWebhook('Creating the webhook failed', () => call(v1.createWebhook, { body }))
export const updateWebhook = (id: string, body: Partial<WebhookRequest> & { active?: boolean }) =>
  changeWebhook('Changing the webhook failed', () => call(v1.updateWebhook, { ...webhookParams(id), body }))
export const deleteWebhook = (id: string) =>
  changeWebhook('Deleting the webhook failed', () => call(v1.deleteWebhook, webhookParams(id)))
export const rotateSecret = (id: string) =>
  changeWebhook('Rotating the secret failed', () => call(v1.rotateSecret, webhookParams(id)))
export const sendTestEvent = (id: string) =>
  changeWebhook('Sending a test event failed', () => call(v1.testWebhook, webhookParams(id)))
export const redeliverFailed = (id: string) =>
  changeWebhook('Resending the failed deliveries failed', () => call(v1.redeliverFailed, webhookParams(id)))
export const redeliver = (id: string, deliveryId: string) =>
  changeWebhook('Resending the delivery failed', () => call(v1.redeliver, { params: { id, deliveryId } }))
