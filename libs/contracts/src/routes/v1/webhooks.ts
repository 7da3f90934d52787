import * as http from '../../http/v1/index.ts'
import { success } from '../../http/accounts.ts'
import { createPublicRouteFactory } from './route.ts'

const publicRoute = createPublicRouteFactory('Webhooks')
/** All webhook calls accept a token with this scope, or the session cookie of the web application, for its Webhooks screen. */
const webhookAccess = { auth: 'session', scope: 'webhooks' } as const

export const listWebhooks = publicRoute('GET', '/v1/webhooks', {
  ...webhookAccess,
  query: http.webhookQuery,
  answer: http.webhookList,
  doc: { id: 'listWebhooks', summary: 'List webhooks' },
})
export const createWebhook = publicRoute('POST', '/v1/webhooks', {
  ...webhookAccess,
  audited: true,
  body: http.webhookBody,
  answer: http.createdWebhook,
  status: 201,
  location: ({ answer: { id } }) => `/v1/webhooks/${id}`,
  errors: ['CONFLICT'],
  doc: { id: 'createWebhook', summary: 'Create a webhook' },
})
export const getWebhook = publicRoute('GET', '/v1/webhooks/:id', {
  ...webhookAccess,
  answer: http.webhook,
  errors: ['WEBHOOK_NOT_FOUND'],
  doc: { id: 'getWebhook', summary: 'Retrieve a webhook' },
})
export const updateWebhook = publicRoute('PATCH', '/v1/webhooks/:id', {
  ...webhookAccess,
  body: http.webhookPatch,
  answer: http.webhook,
  errors: ['WEBHOOK_NOT_FOUND'],
  doc: { id: 'updateWebhook', summary: 'Update, pause or resume a webhook' },
})
export const deleteWebhook = publicRoute('DELETE', '/v1/webhooks/:id', {
  ...webhookAccess,
  audited: true,
  answer: success,
  errors: ['WEBHOOK_NOT_FOUND'],
  doc: { id: 'deleteWebhook', summary: 'Delete a webhook' },
})
export const rotateSecret = publicRoute('POST', '/v1/webhooks/:id/rotate-secret', {
  ...webhookAccess,
  answer: http.createdWebhook,
  errors: ['WEBHOOK_NOT_FOUND'],
  doc: {
    id: 'rotateWebhookSecret',
    summary: 'Rotate the secret of a webhook',
    description:
      'For the next 24 hours, Daymark signs deliveries with both the new and the previous secret, so that you have time to replace the secret at your endpoint.',
  },
})
export const testWebhook = publicRoute('POST', '/v1/webhooks/:id/test', {
  ...webhookAccess,
  answer: http.delivery,
  errors: ['WEBHOOK_NOT_FOUND', 'TOO_MANY_REQUESTS'],
  doc: {
    id: 'testWebhook',
    summary: 'Send a test event to a webhook',
    description:
      'Sends the event at once, even if the webhook is paused, and returns the delivery. If the endpoint has not responded after a few seconds, the status of the delivery is `pending`.',
  },
})
export const listDeliveries = publicRoute('GET', '/v1/webhooks/:id/deliveries', {
  ...webhookAccess,
  query: http.deliveryQuery,
  answer: http.deliveryList,
  errors: ['WEBHOOK_NOT_FOUND'],
  doc: { id: 'listWebhookDeliveries', summary: 'List the deliveries of a webhook, newest first' },
})
export const getDelivery = publicRoute('GET', '/v1/webhooks/:id/deliveries/:deliveryId', {
  ...webhookAccess,
  answer: http.deliveryDetail,
  errors: ['WEBHOOK_NOT_FOUND', 'DELIVERY_NOT_FOUND'],
  doc: { id: 'getWebhookDelivery', summary: 'Retrieve a delivery with its request and response' },
})
export const redeliver = publicRoute('POST', '/v1/webhooks/:id/deliveries/:deliveryId/redeliver', {
  ...webhookAccess,
  answer: http.redeliveryAnswer,
  errors: ['WEBHOOK_NOT_FOUND', 'DELIVERY_NOT_FOUND', 'TOO_MANY_REQUESTS'],
  doc: { id: 'redeliverWebhook', summary: 'Resend a delivery' },
})
export const redeliverFailed = publicRoute('POST', '/v1/webhooks/:id/redeliver', {
  ...webhookAccess,
  answer: http.redeliveryAnswer,
  errors: ['WEBHOOK_NOT_FOUND', 'TOO_MANY_REQUESTS'],
  doc: {
    id: 'redeliverFailedWebhooks',
    summary: 'Resend all failed deliveries of a webhook',
    description: 'Sends every delivery with the status `failed` again.',
  },
})
