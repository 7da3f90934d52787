import type { WebhookEventType } from './types.ts'

/** The body of a delivery. */
export type WebhookEvent = { id: string; type: WebhookEventType; created_at: string; data: Record<string, unknown> }
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

type HeaderList = { get(name: string): string | null } | Record<string, string | string[] | undefined>
type Delivered = {
  /** Body of the request exactly as received, as text or bytes. A parsed and serialized body has another signature. */
  body: string | Uint8Array
  headers: HeaderList
  /** Secret of the webhook, `whsec_…`. During a rotation of the secret, pass the new and the previous one. */
  secret: string | string[]
  /** Maximum difference between timestamp and current time in seconds. Default 300. */
  tolerance?: number
}

/** Verifies signature and timestamp of a delivery (Standard Webhooks) and returns its event, or throws. */
export async function verifyWebhook({ body, headers, secret, tolerance = 300 }: Delivered): Promise<WebhookEvent> {
  const [id, time, signatures] = ['id', 'timestamp', 'signature'].map(name => headerOf(headers, `webhook-${name}`))
  if (!id || !time || !signatures) throw new WebhookVerificationError('The webhook headers are incomplete.')
  const age = Math.abs(Date.now() / 1000 - Number(time))
  if (!/^\d+$/.test(time) || age > tolerance)
    throw new WebhookVerificationError('The webhook is too old, or its timestamp is invalid.')
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const signed = new TextEncoder().encode(`${id}.${time}.${text}`)
  const keys = await Promise.all([secret].flat().map(keyOf))
  // crypto.subtle.verify compares in constant time, so its duration tells an attacker nothing about the signature.
  const checks = signaturesIn(signatures).flatMap(signature =>
    keys.map(key => crypto.subtle.verify('HMAC', key, signature, signed)),
  )
  if (!(await Promise.all(checks)).includes(true))
    throw new WebhookVerificationError('The webhook has no valid signature.')
  return JSON.parse(text) as WebhookEvent
}

function headerOf(headers: HeaderList, name: string): string | undefined {
  if (typeof headers.get === 'function') return (headers as Headers).get(name) ?? undefined
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return Array.isArray(value) ? value[0] : value
}

const keyOf = (secret: string): Promise<CryptoKey> => {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''))
  if (!bytes) throw new WebhookVerificationError('The webhook secret is invalid.')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

/** Decodes the signatures of version 1 in the header. Signatures of other versions are ignored. */
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
