import type { WebhookEventType } from './types.ts'

/** An event that Daymark sends to a webhook; the JSON body of the request. */
export type WebhookEvent = { id: string; type: WebhookEventType; created_at: string; data: Record<string, unknown> }
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

type HeaderList = { get(name: string): string | null } | Record<string, string | string[] | undefined>
type VerificationInput = {
  /** Body of the request exactly as received, as text or bytes. A parsed and serialized body has another signature. */
  body: string | Uint8Array
  headers: HeaderList
  /** Secret of the webhook, `whsec_…`. During a rotation of the secret, pass the new and the previous one. */
  secret: string | string[]
  /** Maximum difference between timestamp and current time in seconds. Default 300. */
  tolerance?: number
}

/** Verifies signature and timestamp of a webhook request (Standard Webhooks). Returns the event, or throws a WebhookVerificationError. */
export async function verifyWebhook({
  body,
  headers,
  secret,
  tolerance = 300,
}: VerificationInput): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map(name => headerOf(headers, `webhook-${name}`))
  if (!id || !timestamp || !signatures) throw new WebhookVerificationError('The webhook headers are incomplete.')
  const ageSeconds = Math.abs(Date.now() / 1000 - Number(timestamp))
  if (!/^\d+$/.test(timestamp) || ageSeconds > tolerance)
    throw new WebhookVerificationError('The webhook is too old, or its timestamp is invalid.')
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const signedBytes = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  const keys = await Promise.all([secret].flat().map(importSecret))
  // crypto.subtle.verify compares in constant time, so its duration reveals nothing about the expected signature.
  const checks = decodeSignatures(signatures).flatMap(signature =>
    keys.map(key => crypto.subtle.verify('HMAC', key, signature, signedBytes)),
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

const importSecret = (secret: string): Promise<CryptoKey> => {
  const bytes = decodeBase64(secret.replace(/^whsec_/, ''))
  if (!bytes) throw new WebhookVerificationError('The webhook secret is invalid.')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

/** Decodes the signatures of version 1 in the header. Signatures of other versions are ignored. */
const decodeSignatures = (list: string): Uint8Array<ArrayBuffer>[] =>
  list
    .split(' ')
    .filter(entry => entry.startsWith('v1,'))
    .flatMap(entry => decodeBase64(entry.slice(3)) ?? [])

function decodeBase64(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), character => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
