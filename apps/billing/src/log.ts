import type { Logger } from '@daymark/platform'
import type { ProviderNote } from './events/provider-note.entity.ts'

/** Every line billing writes. Ids and amounts only. */
export class BillingLog {
  constructor(private readonly log: Logger) {}
  /** A refund or dispute. */
  noted({ kind, id, userId, amount, currency, status }: ProviderNote): void {
    this.log.warn({ event: 'billing.noted', kind, id, userId, amount, currency, status })
  }
  eventRefused(reason: string): void {
    this.log.warn({ event: 'billing.event-refused', reason })
  }
  /** The account says no to us: keys that are revoked or may too little, prices that are not made. */
  providerRefused(error: unknown): void {
    this.log.error({ event: 'billing.provider-refused', err: error }, 'See `daymark doctor`.')
  }
  secondSubscription(userId: string, id: string): void {
    this.log.warn({ event: 'billing.second-subscription-ended', userId, id })
  }
  reconciled(figures: { checked: number; changed: number }): void {
    this.log.info({ event: 'billing.reconciled', ...figures })
  }
}
