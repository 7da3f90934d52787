import type { WebhookEventType } from './types.ts'

/** What a delivery says: `data` holds the ids and facts of the event. */
export type WebhookEvent = { id: string; type: WebhookEventType; created_at: string; data: Record<string, unknown> }
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

type HeaderList = { get(name: string): string | null } | Record<string, string | string[] | undefined>
type Delivered = {
  /** The body exactly as it came: text or bytes, never parsed and written anew. */
  body: string | Uint8Array
  headers: HeaderList
  /** `whsec_…`; several while one is replaced by another. */
  secret: string | string[]
  /** How old or how far ahead it may be, in seconds; default 300. */
  tolerance?: number
}

/** The event of a delivery, once one of its signatures is right and its time is near (Standard Webhooks); else it throws. */
export async function verifyWebhook({ body, headers, secret, tolerance = 300 }: Delivered): Promise<WebhookEvent> {
  const [id, time, signatures] = ['id', 'timestamp', 'signature'].map(name => headerOf(headers, `webhook-${name}`))
  if (!id || !time || !signatures) throw new WebhookVerificationError('The headers of the webhook are not complete.')
  const age = Math.abs(Date.now() / 1000 - Number(time))
  if (!/^\d+$/.test(time) || age > tolerance)
    throw new WebhookVerificationError('The webhook is too old, or its time is not right.')
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const signed = new TextEncoder().encode(`${id}.${time}.${text}`)
  const keys = await Promise.all([secret].flat().map(keyOf))
  // `verify` takes the same time wherever a wrong signature differs.
  const checks = signaturesIn(signatures).flatMap(signature =>
    keys.map(key => crypto.subtle.verify('HMAC', key, signature, signed)),
  )
  if (!(await Promise.all(checks)).includes(true))
    throw new WebhookVerificationError('No signature of the webhook is right.')
  return JSON.parse(text) as WebhookEvent
}

function headerOf(headers: HeaderList, name: string): string | undefined {
  if (typeof headers.get === 'function') return (headers as Headers).get(name) ?? undefined
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return Array.isArray(value) ? value[0] : value
}

const keyOf = (secret: string): Promise<CryptoKey> => {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''))
  if (!bytes) throw new WebhookVerificationError('The secret of the webhook is not whole.')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

/** `v1,…` one after another; those of other kinds are for others. */
const signaturesIn = (list: string): Uint8Array<ArrayBuffer>[] =>
  list
    .split(' ')
    .filter(one => one.startsWith('v1,'))
    .flatMap(one => bytesOf(one.slice(3)) ?? [])

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}
