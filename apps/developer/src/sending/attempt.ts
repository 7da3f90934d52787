import { Clock } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { createHmac } from 'node:crypto'
import { DeveloperConfig } from '../config.ts'
import { ReceiverRejected, Receivers } from '../receivers/receivers.ts'
import { WebhookSecrets } from '../webhooks/webhooks.ts'
import type { Delivery, Outcome } from './outcomes.ts'
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

export type Message = { id: string; type: string; createdAt: Date; data: string }

/** Returns the body of a delivery, which is the same for every attempt. `data` is JSON text. */
export const serializeMessage = ({ id, type, createdAt, data }: Message): string =>
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

type AttemptResult = Pick<Outcome, 'headers' | 'answer' | 'error'>

/** Sends one delivery once. */
@Injectable()
export class Attempt {
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
  async send(delivery: Delivery, stop?: AbortSignal): Promise<Outcome> {
    const at = this.clock.now()
    const began = performance.now()
    const sent = await this.sendSigned(delivery, at, stop)
    const isAccepted = sent.answer !== null && sent.answer.status >= 200 && sent.answer.status < 300
    return { ...sent, isAccepted, at, durationMs: Math.round(performance.now() - began) }
  }

  private async sendSigned(delivery: Delivery, at: Date, stop = new AbortController().signal): Promise<AttemptResult> {
    const keys = this.openKeys(delivery, at)
    if (!keys.length) return { headers: null, answer: null, error: 'The secret can no longer be read. Rotate it.' }
    const body = serializeMessage(delivery)
    const headers = buildHeaders(delivery.id, body, keys, at)
    try {
      const signal = AbortSignal.any([stop, AbortSignal.timeout(this.timeoutMs)])
      const { receiver, pinned } = await this.receivers.prepareConnection(delivery.url)
      const answer = await post(receiver, { headers, body, pinned, signal })
      const isSuccess = answer.status >= 200 && answer.status < 300
      return { headers, answer, error: isSuccess ? null : describeStatus(answer.status) }
    } catch (error) {
      return { headers, answer: null, error: describeFailure(error, this.timeoutMs) }
    }
  }

  private openKeys({ webhookId, secret, oldSecret, oldSecretUntil }: Delivery, at: Date): Buffer[] {
    const old = oldSecret && oldSecretUntil && oldSecretUntil > at ? [oldSecret] : []
    return [secret, ...old].flatMap(sealed => this.secrets.open(webhookId, sealed) ?? [])
  }
}
