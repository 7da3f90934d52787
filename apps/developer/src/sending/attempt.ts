import { Clock } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { createHmac } from 'node:crypto'
import { DeveloperConfig } from '../config.ts'
import { Receivers } from '../receivers/receivers.ts'
import { Secrets } from '../webhooks/secrets.ts'
import { wordsOf, wordsOfStatus } from './failure-words.ts'
import type { Delivery, Outcome } from './outcomes.ts'
import { post } from './post.ts'

export type Message = { id: string; type: string; createdAt: Date; data: string }

/** The same bytes for every attempt; `data` is JSON text. */
export const bodyOf = ({ id, type, createdAt, data }: Message): string =>
  `{"id":"${id}","type":"${type}","created_at":"${createdAt.toISOString()}","data":${data}}`

/** Standard Webhooks: signed with all valid keys, newest first. */
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

type Sent = Pick<Outcome, 'headers' | 'answer' | 'error'>

/** Sends one delivery once. */
@Injectable()
export class Attempt {
  private readonly timeoutMs: number
  constructor(
    private readonly clock: Clock,
    private readonly secrets: Secrets,
    private readonly receivers: Receivers,
    { webhookTimeoutMs }: DeveloperConfig,
  ) {
    this.timeoutMs = webhookTimeoutMs
  }

  /** Never rejects; failures are part of the result. `stop` aborts the attempt. */
  async send(delivery: Delivery, stop?: AbortSignal): Promise<Outcome> {
    const at = this.clock.now()
    const began = performance.now()
    const sent = await this.sendAt(delivery, at, stop)
    const isTaken = sent.answer !== null && sent.answer.status >= 200 && sent.answer.status < 300
    return { ...sent, isTaken, at, durationMs: Math.round(performance.now() - began) }
  }

  private async sendAt(delivery: Delivery, at: Date, stop = new AbortController().signal): Promise<Sent> {
    const keys = this.keysOf(delivery, at)
    if (!keys.length) return { headers: null, answer: null, error: 'The secret can no longer be read. Rotate it.' }
    const body = bodyOf(delivery)
    const headers = headersOf(delivery.id, body, keys, at)
    try {
      const signal = AbortSignal.any([stop, AbortSignal.timeout(this.timeoutMs)])
      const { receiver, pinned } = await this.receivers.connectable(delivery.url)
      const answer = await post(receiver, { headers, body, pinned, signal })
      const isFine = answer.status >= 200 && answer.status < 300
      return { headers, answer, error: isFine ? null : wordsOfStatus(answer.status) }
    } catch (error) {
      return { headers, answer: null, error: wordsOf(error, this.timeoutMs) }
    }
  }

  private keysOf({ webhookId, secret, oldSecret, oldSecretUntil }: Delivery, at: Date): Buffer[] {
    const old = oldSecret && oldSecretUntil && oldSecretUntil > at ? [oldSecret] : []
    return [secret, ...old].flatMap(sealed => this.secrets.open(webhookId, sealed) ?? [])
  }
}
