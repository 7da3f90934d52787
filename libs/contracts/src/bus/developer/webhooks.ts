import { z } from 'zod'
import { successOutput, id, isoTime, rpc, text } from '../define.ts'
import { deliveryStatus, webhookEvent } from '../../http/v1/webhooks.ts'
import { defineMailEvent } from '../every-service/mail-events.ts'

const webhookView = z.object({
  id,
  url: z.string(),
  events: z.array(webhookEvent),
  active: z.boolean(),
  disabledReason: z.string().nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
})
export type WebhookView = z.infer<typeof webhookView>
const createdWebhookView = webhookView.extend({ secret: z.string() })
export type CreatedWebhookView = z.infer<typeof createdWebhookView>

const deliveryView = z.object({
  id,
  type: z.string(),
  status: deliveryStatus,
  attempts: z.number().int(),
  responseStatus: z.number().int().nullable(),
  error: z.string().nullable(),
  durationMs: z.number().int().nullable(),
  createdAt: isoTime,
  attemptedAt: isoTime.nullable(),
  nextAttemptAt: isoTime.nullable(),
})
export type DeliveryView = z.infer<typeof deliveryView>

const httpMessage = z.object({ headers: z.record(z.string(), z.string()), body: z.string() })
const deliveryDetail = deliveryView.extend({ request: httpMessage.nullable(), response: httpMessage.nullable() })
export type DeliveryDetailView = z.infer<typeof deliveryDetail>

const webhookUrl = text.max(2000)
const subscribedEvents = z.array(webhookEvent).min(1)
const webhookRef = z.object({ webhookId: z.string() })
const deliveryRef = webhookRef.extend({ deliveryId: z.string() })
const redeliveryResult = z.object({
  deliveries: z.number().int().describe('Number of deliveries that are sent again.'),
})

/**
 * Webhooks of the caller and their deliveries (rule 51), in the developer service. All calls for one webhook throw WEBHOOK_NOT_FOUND.
 * Creating, changing and sending throw PLAN_REQUIRED if the plan does not include webhooks; reading, pausing and deleting need no plan.
 */
export const webhooks = {
  /** Returns the webhooks of the caller, oldest first. */
  listWebhooks: rpc('developer.webhooks.list', z.object({}), z.object({ webhooks: z.array(webhookView) })),
  getWebhook: rpc('developer.webhooks.get', webhookRef, webhookView),
  /** Throws INVALID_INPUT for an invalid URL; CONFLICT if the maximum number of webhooks is reached. */
  createWebhook: rpc(
    'developer.webhooks.create',
    z.object({ url: webhookUrl, events: subscribedEvents }),
    createdWebhookView,
  ),
  updateWebhook: rpc(
    'developer.webhooks.update',
    webhookRef.extend({
      url: webhookUrl.optional(),
      events: subscribedEvents.optional(),
      active: z.boolean().optional(),
    }),
    webhookView,
  ),
  /** Deletes the webhook and its deliveries. */
  deleteWebhook: rpc('developer.webhooks.delete', webhookRef, successOutput),
  /** Creates a new secret. For one day, deliveries are signed with both the new and the previous secret. */
  rotateSecret: rpc('developer.webhooks.rotate', webhookRef, createdWebhookView),
  /** Sends one test delivery without retries, even if the webhook is paused. Its status is `pending` if no response arrived within seconds. */
  testWebhook: rpc('developer.webhooks.test', webhookRef, deliveryView),

  /** Returns the deliveries of a webhook, newest first. */
  listDeliveries: rpc(
    'developer.deliveries.list',
    webhookRef.extend({
      status: deliveryStatus.optional(),
      limit: z.number().int().max(200),
      cursor: z.string().optional(),
    }),
    z.object({ deliveries: z.array(deliveryView), nextCursor: z.string().nullable() }),
  ),
  /** Throws DELIVERY_NOT_FOUND. */
  getDelivery: rpc('developer.deliveries.get', deliveryRef, deliveryDetail),
  /** Sends the delivery again, with as many retries as a new one. Throws DELIVERY_NOT_FOUND. */
  redeliver: rpc('developer.deliveries.redeliver', deliveryRef, redeliveryResult),
  /** Sends all failed deliveries again. */
  redeliverFailed: rpc('developer.deliveries.redeliver-failed', webhookRef, redeliveryResult),
}

export const developerMailRequested = defineMailEvent('developer')
