import { z } from 'zod'
import { done, id, isoTime, rpc, text } from '../define.ts'
import { deliveryStatus, webhookEvent } from '../../http/v1/webhooks.ts'
import { mailRequested } from '../every-service/mail-events.ts'

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
const withSecret = webhookView.extend({ secret: z.string() })
export type CreatedWebhookView = z.infer<typeof withSecret>

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

const message = z.object({ headers: z.record(z.string(), z.string()), body: z.string() })
const deliveryDetail = deliveryView.extend({ request: message.nullable(), response: message.nullable() })
export type DeliveryDetailView = z.infer<typeof deliveryDetail>

const url = text.max(2000)
const events = z.array(webhookEvent).min(1)
const of = z.object({ webhookId: z.string() })
const ofDelivery = of.extend({ deliveryId: z.string() })
const again = z.object({ deliveries: z.number().int().describe('Number of deliveries that are sent again.') })

/**
 * Webhooks (rule 51) of the caller and what was sent to them; a part of developer. WEBHOOK_NOT_FOUND for somebody else's;
 * PLAN_REQUIRED for what makes or changes one, or has something sent. Looking, pausing and deleting need no plan.
 */
export const webhooks = {
  /** The oldest first. */
  listWebhooks: rpc('developer.webhooks.list', z.object({}), z.object({ webhooks: z.array(webhookView) })),
  getWebhook: rpc('developer.webhooks.get', of, webhookView),
  /** INVALID_INPUT says what is wrong with the address; CONFLICT beyond the largest number of webhooks. */
  createWebhook: rpc('developer.webhooks.create', z.object({ url, events }), withSecret),
  updateWebhook: rpc(
    'developer.webhooks.update',
    of.extend({ url: url.optional(), events: events.optional(), active: z.boolean().optional() }),
    webhookView,
  ),
  /** With everything that was sent to it. */
  deleteWebhook: rpc('developer.webhooks.delete', of, done),
  /** The secret before goes on signing for a day. */
  rotateSecret: rpc('developer.webhooks.rotate', of, withSecret),
  /** Sent at once and once, also to a paused webhook; answered `pending` when it takes longer than some seconds. */
  testWebhook: rpc('developer.webhooks.test', of, deliveryView),

  /** The newest first. */
  listDeliveries: rpc(
    'developer.deliveries.list',
    of.extend({ status: deliveryStatus.optional(), limit: z.number().int().max(200), cursor: z.string().optional() }),
    z.object({ deliveries: z.array(deliveryView), nextCursor: z.string().nullable() }),
  ),
  /** DELIVERY_NOT_FOUND. */
  getDelivery: rpc('developer.deliveries.get', ofDelivery, deliveryDetail),
  /** As soon as there is room, with all retries before it. DELIVERY_NOT_FOUND. */
  redeliver: rpc('developer.deliveries.redeliver', ofDelivery, again),
  /** All that failed. */
  redeliverFailed: rpc('developer.deliveries.redeliver-failed', of, again),
}

export const developerMailRequested = mailRequested('developer')
