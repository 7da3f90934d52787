import { z } from 'zod'
import { cursor, nextCursor, page, paging, time } from './fields.ts'

export const WEBHOOK_EVENTS = [
  'image.uploaded',
  'image.processed',
  'image.deleted',
  'album.created',
  'album.updated',
  'album.deleted',
  'share.created',
  'share.view',
  'share.revoked',
  'share.completed',
  'selection.submitted',
  'photo.replaced',
  'comment.created',
  'comment.resolved',
  'upload.received',
] as const
/** rule 51. */
export const webhookEvent = z.enum(WEBHOOK_EVENTS)
export type WebhookEvent = z.infer<typeof webhookEvent>

export const webhook = z.object({
  id: z.uuid(),
  url: z.url(),
  events: z.array(webhookEvent),
  active: z.boolean(),
  disabled_reason: z.string().nullable().describe('Reason if deliveries were turned off automatically.'),
  created_at: time,
  updated_at: time,
})
export type Webhook = z.infer<typeof webhook>
export const webhookList = z.object({ webhooks: z.array(webhook), ...page })
/** Includes the secret (`whsec_` and base64), which is returned only once. */
export const createdWebhook = webhook.extend({ secret: z.string() })
const url = z.string({ error: 'url is needed.' }).min(1, 'url is needed.').max(2000).describe('Public https address.')
const events = z.array(webhookEvent, { error: 'events are needed.' }).min(1, 'events are needed.').max(20)
export const webhookBody = z.object({ url, events })
export const webhookPatch = z.object({
  url: url.optional(),
  events: events.optional(),
  active: z.boolean().optional().describe('False: events are held until the webhook is active again.'),
})

export const deliveryStatus = z.enum(['pending', 'delivered', 'failed'])
export const delivery = z.object({
  id: z.string().describe('`webhook-id` of the delivery.'),
  type: z.string(),
  status: deliveryStatus,
  attempts: z.int(),
  response_status: z.int().nullable().describe('Status of the last attempt. Null: no response.'),
  error: z.string().nullable(),
  duration_ms: z.int().nullable(),
  created_at: time,
  attempted_at: time.nullable(),
  next_attempt_at: time.nullable(),
})
export type Delivery = z.infer<typeof delivery>
/** Bodies are kept for 7 days. */
export const deliveryDetail = delivery.extend({
  request: z.object({ headers: z.record(z.string(), z.string()), body: z.string() }).nullable(),
  response: z.object({ headers: z.record(z.string(), z.string()), body: z.string() }).nullable(),
})
export type DeliveryDetail = z.infer<typeof deliveryDetail>
export const deliveryQuery = z.object({ status: deliveryStatus.optional(), limit: paging.limit, cursor })
export const deliveryList = z.object({ deliveries: z.array(delivery), limit: z.int(), next_cursor: nextCursor })
export const redelivered = z.object({ success: z.literal(true), message: z.string(), deliveries: z.int() })
export const webhookQuery = z.object(paging)
