import * as http from '../../http/v1/index.ts'
import { success } from '../../http/accounts.ts'
import { v1 } from './route.ts'

const category = 'Webhooks'
/** By a token, or by the session of the screen of webhooks. */
const own = { auth: 'session', scope: 'webhooks' } as const

export const listWebhooks = v1('GET', '/v1/webhooks', {
  ...own,
  query: http.webhookQuery,
  answer: http.webhookList,
  doc: { id: 'listWebhooks', category, summary: 'List your webhooks' },
})
export const createWebhook = v1('POST', '/v1/webhooks', {
  ...own,
  audited: true,
  body: http.webhookBody,
  answer: http.createdWebhook,
  status: 201,
  location: ({ answer: { id } }) => `/v1/webhooks/${id}`,
  errors: ['CONFLICT'],
  doc: { id: 'createWebhook', category, summary: 'Have events sent to an address of yours' },
})
export const getWebhook = v1('GET', '/v1/webhooks/:id', {
  ...own,
  answer: http.webhook,
  errors: ['WEBHOOK_NOT_FOUND'],
  doc: { id: 'getWebhook', category, summary: 'Get one webhook' },
})
export const updateWebhook = v1('PATCH', '/v1/webhooks/:id', {
  ...own,
  body: http.webhookPatch,
  answer: http.webhook,
  errors: ['WEBHOOK_NOT_FOUND'],
  doc: { id: 'updateWebhook', category, summary: 'Change, pause or resume a webhook' },
})
export const deleteWebhook = v1('DELETE', '/v1/webhooks/:id', {
  ...own,
  audited: true,
  answer: success,
  errors: ['WEBHOOK_NOT_FOUND'],
  doc: { id: 'deleteWebhook', category, summary: 'Delete a webhook' },
})
/** Both secrets sign for a day, so that nothing is refused while the new one is put in. */
export const rotateSecret = v1('POST', '/v1/webhooks/:id/rotate-secret', {
  ...own,
  answer: http.createdWebhook,
  errors: ['WEBHOOK_NOT_FOUND'],
  doc: {
    id: 'rotateWebhookSecret',
    category,
    summary: 'Give a webhook a new secret',
    description: 'For 24 hours every delivery bears two signatures, of the new secret and of the one before.',
  },
})
export const testWebhook = v1('POST', '/v1/webhooks/:id/test', {
  ...own,
  answer: http.delivery,
  errors: ['WEBHOOK_NOT_FOUND', 'TOO_MANY_REQUESTS'],
  doc: { id: 'testWebhook', category, summary: 'Send a test event' },
})
export const listDeliveries = v1('GET', '/v1/webhooks/:id/deliveries', {
  ...own,
  query: http.deliveryQuery,
  answer: http.deliveryList,
  errors: ['WEBHOOK_NOT_FOUND'],
  doc: { id: 'listWebhookDeliveries', category, summary: 'List what was sent, the newest first' },
})
export const getDelivery = v1('GET', '/v1/webhooks/:id/deliveries/:deliveryId', {
  ...own,
  answer: http.deliveryDetail,
  errors: ['WEBHOOK_NOT_FOUND', 'DELIVERY_NOT_FOUND'],
  doc: { id: 'getWebhookDelivery', category, summary: 'Get one delivery with its request and answer' },
})
export const redeliver = v1('POST', '/v1/webhooks/:id/deliveries/:deliveryId/redeliver', {
  ...own,
  answer: http.redelivered,
  errors: ['WEBHOOK_NOT_FOUND', 'DELIVERY_NOT_FOUND', 'TOO_MANY_REQUESTS'],
  doc: { id: 'redeliverWebhook', category, summary: 'Send one delivery again' },
})
export const redeliverFailed = v1('POST', '/v1/webhooks/:id/redeliver', {
  ...own,
  answer: http.redelivered,
  errors: ['WEBHOOK_NOT_FOUND', 'TOO_MANY_REQUESTS'],
  doc: { id: 'redeliverFailedWebhooks', category, summary: 'Send everything again that failed' },
})
