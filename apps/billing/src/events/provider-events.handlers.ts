import { AppError, billing, errors, type Input, outgoing, providerEventReceived } from '@daymark/contracts'
import { Clock, Database, Handles, Logger, metrics, RpcHandlers } from '@daymark/platform'
import type Stripe from 'stripe'
import { BillingConfig, isLive } from '../config.ts'
import { Subscription } from '../subscriptions/subscription.entity.ts'
import { DisputeNotice } from './dispute-notice.entity.ts'
import { isDispute, readAffectedObject, SUBSCRIBED_EVENT_TYPES, verifyEvent } from './stripe-events.ts'

const receivedEvents = metrics.counter('daymark.billing.provider.events', {
  description: 'Events of the payment provider by type and result',
  initialAttributes: ['accepted', 'repeated', 'unrelated', 'rejected'].map(result => ({ type: 'other', result })),
})

const MAX_LISTED_NOTICES = 200

@RpcHandlers()
export class ProviderEventHandlers {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly config: BillingConfig,
    private readonly log: Logger,
  ) {}

  /**
   * Verifies and stores an event of the payment provider. `HandleEvent` processes it later, so that the response does not depend on calls
   * to Stripe.
   */
  @Handles(billing.receiveEvent)
  async receiveEvent({ payload, signature }: Input<typeof billing.receiveEvent>) {
    await this.store(this.verify(payload, signature))
    return { success: true as const }
  }

  private verify(payload: string, signature: string): Stripe.Event {
    const { stripeSecretKey: key, stripeWebhookSecret: secret } = this.config
    try {
      if (!key || !secret) throw errors.WEBHOOK_REFUSED({ reason: 'no payment provider is configured' })
      return verifyEvent(payload, signature, { secret, isLive: isLive(key), now: this.clock.now() })
    } catch (error) {
      receivedEvents.add(1, { type: 'other', result: 'rejected' })
      if (error instanceof AppError) this.log.warn({ event: 'billing.event-rejected', reason: error.message })
      throw error
    }
  }

  /**
   * Stores an event and requests its processing. An event that was stored before is ignored, even if two replicas receive it at the same
   * time.
   */
  private async store(event: Stripe.Event): Promise<void> {
    const { objectId, customerId } = readAffectedObject(event)
    const owner = customerId && (await this.db.repository(Subscription).findOneBy({ customerId }))
    const userId = owner ? owner.userId : null
    await this.db.commit(async tx => {
      const inserted = await tx.sql(
        `INSERT INTO provider_events (id, type, object_id, user_id, received_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (id) DO NOTHING RETURNING id`,
        [event.id, event.type, objectId, userId, this.clock.now()],
      )
      // an event of an unknown customer is for another product in the same Stripe account
      const isSubscribed = (SUBSCRIBED_EVENT_TYPES as readonly string[]).includes(event.type)
      const isRelevant = isSubscribed && (userId !== null || isDispute(event.type))
      if (inserted.length > 0 && isRelevant)
        tx.emit(providerEventReceived, userId ?? event.id, { eventId: event.id, userId })
      const result = inserted.length === 0 ? 'repeated' : isRelevant ? 'accepted' : 'unrelated'
      tx.afterCommit(() => receivedEvents.add(1, { type: isSubscribed ? event.type : 'other', result }))
    })
  }

  @Handles(outgoing.disputeNotices)
  async listDisputeNotices() {
    const notices = await this.db.em.find(DisputeNotice, {
      order: { notedAt: 'DESC', id: 'DESC' },
      take: MAX_LISTED_NOTICES,
    })
    return {
      notices: notices.map(({ id, kind, userId, amount, currency, status, reason, notedAt }) => ({
        id,
        kind,
        userId,
        amount,
        currency,
        status,
        reason,
        notedAt: notedAt.toISOString(),
      })),
    }
  }
}
