import { createHmac } from 'node:crypto'

export type Message = { id: string; type: string; createdAt: Date; data: string }
export const TEST_EVENT = 'webhook.test'

/** The same bytes with every attempt; `data` is JSON already. */
export const bodyOf = ({ id, type, createdAt, data }: Message): string =>
  `{"id":"${id}","type":"${type}","created_at":"${createdAt.toISOString()}","data":${data}}`

/** Standard Webhooks: signed with every key that is valid, the newest first. */
export function headersOf(id: string, body: string, keys: Buffer[], now: Date): Record<string, string> {
  const timestamp = Math.floor(+now / 1000)
  const sign = (key: Buffer) => `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Daymark-Webhooks/1.0',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': keys.map(sign).join(' '),
  }
}
