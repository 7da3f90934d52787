import { Clock } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { DeveloperConfig } from '../config.ts'
import { Secrets } from '../webhooks/secrets.ts'
import { wordsOf, wordsOfStatus } from './failure-words.ts'
import { post } from './post.ts'
import { Receivers } from '../receivers/receivers.ts'
import { bodyOf, headersOf } from './signed-request.ts'
import type { Delivery, Outcome } from './outcomes.ts'

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

  /** Never rejects: what goes wrong is what became of it. `stop` ends it before its time. */
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
