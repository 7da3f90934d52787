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
/** Types of events that a webhook can subscribe to (rule 51). */
export const webhookEvent = z.enum(WEBHOOK_EVENTS)
export type WebhookEvent = z.infer<typeof webhookEvent>

export const webhook = z.object({
  id: z.uuid(),
  url: z.url().describe('URL of the endpoint to which Daymark sends events.'),
  events: z.array(webhookEvent).describe('Types of events that Daymark sends to the endpoint.'),
  active: z.boolean().describe('Whether Daymark sends events. False: the webhook is paused or was turned off.'),
  disabled_reason: z
    .string()
    .nullable()
    .describe('Why Daymark turned the webhook off after failed deliveries. Null: Daymark did not turn it off.'),
  created_at: time,
  updated_at: time,
})
export type Webhook = z.infer<typeof webhook>
export const webhookList = z.object({ webhooks: z.array(webhook), ...page })
/** A new webhook with its secret (`whsec_` and base64), which no other response contains. */
export const createdWebhook = webhook.extend({
  secret: z.string().describe('Key that signs events. No other response contains it, so store it now.'),
})
const webhookUrl = z
  .string({ error: 'Send a url.' })
  .min(1, 'Send a url.')
  .max(2000)
  .describe('Public https URL of your endpoint, to which Daymark sends events.')
const subscribedEvents = z
  .array(webhookEvent, { error: 'Send at least one event.' })
  .min(1, 'Send at least one event.')
  .max(20)
  .describe('Types of events that Daymark sends to the endpoint.')
export const webhookBody = z.object({ url: webhookUrl, events: subscribedEvents })
export const webhookPatch = z.object({
  url: webhookUrl.optional(),
  events: subscribedEvents.optional(),
  active: z
    .boolean()
    .optional()
    .describe(
      'False: pauses the webhook. Daymark stores its events for up to 7 days and sends them when the webhook is resumed. True: resumes a webhook that was paused or turned off.',
    ),
})

export const deliveryStatus = z
  .enum(['pending', 'delivered', 'failed'])
  .describe(
    '`pending`: not delivered yet. `delivered`: the endpoint responded with a 2xx status. `failed`: all attempts failed.',
  )
export const delivery = z.object({
  id: z.string().describe('ID of the delivery. Daymark sends it in the `webhook-id` header.'),
  type: z.string().describe('Type of the event, such as `image.uploaded`.'),
  status: deliveryStatus,
  attempts: z.int().describe('Number of attempts so far.'),
  response_status: z
    .int()
    .nullable()
    .describe('HTTP status of the response to the last attempt. Null: there was no response.'),
  error: z.string().nullable().describe('Why the last attempt failed. Null: it did not fail.'),
  duration_ms: z.int().nullable().describe('Duration of the last attempt in milliseconds. Null: no attempt yet.'),
  created_at: time,
  attempted_at: time.nullable().describe('Time of the last attempt. Null: no attempt yet.'),
  next_attempt_at: time.nullable().describe('Time of the next attempt. Null: no attempt is scheduled.'),
})
export type Delivery = z.infer<typeof delivery>
const httpMessage = z.object({
  headers: z.record(z.string(), z.string()).describe('HTTP headers by name.'),
  body: z.string().describe('HTTP body as text.'),
})
/** A delivery with the request and response of its last attempt. */
export const deliveryDetail = delivery.extend({
  request: httpMessage.nullable().describe('Request of the last attempt. Null: no attempt yet.'),
  response: httpMessage.nullable().describe('Response to the last attempt. Null: there was no response.'),
})
export type DeliveryDetail = z.infer<typeof deliveryDetail>
export const deliveryQuery = z.object({ status: deliveryStatus.optional(), limit: paging.limit, cursor })
export const deliveryList = z.object({ deliveries: z.array(delivery), limit: z.int(), next_cursor: nextCursor })
export const redeliveryAnswer = z.object({
  success: z.literal(true),
  message: z.string(),
  deliveries: z.int().describe('Number of deliveries that are sent again.'),
})
export const webhookQuery = z.object(paging)
