import { AppError, billing, errors, providerEventReceived, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, metrics, type Handler } from '@daymark/platform'
import type Stripe from 'stripe'
import { BillingConfig, isLive } from '../config.ts'
import { BillingLog } from '../log.ts'
import { Subscription } from '../subscriptions/subscription.entity.ts'
import { aboutOf, EVENT_TYPES, isDispute } from './event-types.ts'
import { genuineEvent } from './genuine-event.ts'

const received = metrics.counter('daymark.billing.provider.events', {
  description: 'Events of the card provider by type and result',
  known: ['taken', 'repeated', 'not ours', 'refused'].map(result => ({ type: 'other', result })),
})

/** Keeps that the event came, once, and nothing else: what it means is worked out behind it, however long Stripe is away. */
@Handles(billing.receiveEvent)
export class ReceiveEvent implements Handler<typeof billing.receiveEvent> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly config: BillingConfig,
    private readonly log: BillingLog,
  ) {}

  async handle({ payload, signature }: Input<typeof billing.receiveEvent>) {
    await this.keep(this.genuine(payload, signature))
    return { success: true as const }
  }

  private genuine(payload: string, signature: string): Stripe.Event {
    const { stripeSecretKey: key, stripeWebhookSecret: secret } = this.config
    try {
      if (!key || !secret) throw errors.WEBHOOK_REFUSED({ reason: 'there is no card provider' })
      return genuineEvent(payload, signature, { secret, isLive: isLive(key), now: this.clock.now() })
    } catch (error) {
      received.add(1, { type: 'other', result: 'refused' })
      if (error instanceof AppError) this.log.eventRefused(error.message)
      throw error
    }
  }

  /** Sent twice, also to two of us at the same moment, it is one row and one piece of work. */
  private async keep(event: Stripe.Event): Promise<void> {
    const { objectId, customer } = aboutOf(event)
    const owner = customer && (await this.db.repository(Subscription).findOneBy({ customerId: customer }))
    const userId = owner ? owner.userId : null
    await this.db.commit(async tx => {
      const fresh = await tx.sql(
        `INSERT INTO provider_events (id, type, object_id, user_id, received_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (id) DO NOTHING RETURNING id`,
        [event.id, event.type, objectId, userId, this.clock.now()],
      )
      // of a customer we do not know it is about something else that this account sells
      const isKnown = (EVENT_TYPES as readonly string[]).includes(event.type)
      const concerns = isKnown && (userId !== null || isDispute(event.type))
      if (fresh.length > 0 && concerns)
        tx.emit(providerEventReceived, userId ?? event.id, { eventId: event.id, userId })
      const result = fresh.length === 0 ? 'repeated' : concerns ? 'taken' : 'not ours'
      tx.afterCommit(() => received.add(1, { type: isKnown ? event.type : 'other', result }))
    })
  }
}
