import { Clock } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { createHmac } from 'node:crypto'
import { DeveloperConfig } from '../config.ts'
import { ReceiverRejected, Receivers } from '../receivers/receivers.ts'
import { WebhookSecrets } from '../webhooks/webhooks.ts'
import type { WebhookDelivery, AttemptOutcome } from './outcomes.ts'
import { post } from './post.ts'

const MESSAGE_BY_CODE: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before a response arrived.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The host cannot be reached.',
  ETIMEDOUT: 'The host cannot be reached.',
  EPIPE: 'The connection was closed before a response arrived.',
}
const CERTIFICATE_ERROR = /CERT|SELF_SIGNED|UNABLE_TO_|ALTNAME/

/** Returns why no response arrived, as a text for the owner of the webhook. */
export function describeFailure(error: unknown, timeoutMs: number): string {
  if (error instanceof ReceiverRejected) return `Nothing was sent: ${error.message}.`
  const { name, code = '' } = error as { name?: string; code?: string }
  if (name === 'AbortError' || name === 'TimeoutError') return `No response within ${timeoutMs / 1000} seconds.`
  if (CERTIFICATE_ERROR.test(code)) return `The certificate of the host is not valid (${code}).`
  if (code.startsWith('HPE_')) return 'The response was not valid HTTP.'
  return MESSAGE_BY_CODE[code] ?? `The connection failed${code ? ` (${code})` : ''}.`
}

/** Returns the error text for a response whose status is not 2xx. */
const describeStatus = (status: number): string =>
  status >= 300 && status < 400
    ? `The receiver responded with status ${status}. Redirects are not followed.`
    : `The receiver responded with status ${status}.`

export type WebhookMessage = { id: string; type: string; createdAt: Date; data: string }

/** Returns the body of a delivery, which is the same for every attempt. `data` is JSON text. */
export const serializeMessage = ({ id, type, createdAt, data }: WebhookMessage): string =>
  `{"id":"${id}","type":"${type}","created_at":"${createdAt.toISOString()}","data":${data}}`

/** Builds the headers of Standard Webhooks. The body is signed with all valid keys, the newest first. */
function buildHeaders(id: string, body: string, keys: Buffer[], now: Date): Record<string, string> {
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

const isSuccess = (status: number): boolean => status >= 200 && status < 300
type AttemptResult = Pick<AttemptOutcome, 'requestHeaders' | 'response' | 'error'>

/** Sends one delivery once. */
@Injectable()
export class DeliverySender {
  private readonly timeoutMs: number
  constructor(
    private readonly clock: Clock,
    private readonly secrets: WebhookSecrets,
    private readonly receivers: Receivers,
    { webhookTimeoutMs }: DeveloperConfig,
  ) {
    this.timeoutMs = webhookTimeoutMs
  }

  /** Sends a delivery. Never rejects: a failure is part of the result. `stop` aborts the attempt. */
  async send(delivery: WebhookDelivery, stop?: AbortSignal): Promise<AttemptOutcome> {
    const startedAt = this.clock.now()
    const startMs = performance.now()
    const result = await this.sendSigned(delivery, startedAt, stop)
    const { response } = result
    const isAccepted = response !== null && isSuccess(response.status)
    return { ...result, isAccepted, startedAt, durationMs: Math.round(performance.now() - startMs) }
  }

  private async sendSigned(
    delivery: WebhookDelivery,
    now: Date,
    stop = new AbortController().signal,
  ): Promise<AttemptResult> {
    const keys = this.decryptKeys(delivery, now)
    if (!keys.length)
      return { requestHeaders: null, response: null, error: 'The secret can no longer be read. Rotate it.' }
    const body = serializeMessage(delivery)
    const requestHeaders = buildHeaders(delivery.id, body, keys, now)
    try {
      const signal = AbortSignal.any([stop, AbortSignal.timeout(this.timeoutMs)])
      const { receiver, pinnedLookup } = await this.receivers.prepareConnection(delivery.url)
      const response = await post(receiver, { headers: requestHeaders, body, pinnedLookup, signal })
      return { requestHeaders, response, error: isSuccess(response.status) ? null : describeStatus(response.status) }
    } catch (error) {
      return { requestHeaders, response: null, error: describeFailure(error, this.timeoutMs) }
    }
  }

  private decryptKeys({ webhookId, secret, oldSecret, oldSecretUntil }: WebhookDelivery, now: Date): Buffer[] {
    const validOldSecret = oldSecret && oldSecretUntil && oldSecretUntil > now ? [oldSecret] : []
    return [secret, ...validOldSecret].flatMap(sealedSecret => this.secrets.decrypt(webhookId, sealedSecret) ?? [])
  }
}
