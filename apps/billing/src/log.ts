import type { Logger } from '@daymark/platform'
import type { DisputeNotice } from './events/dispute-notice.entity.ts'

/** The log events of billing. They contain only ids and amounts. */
export class BillingLog {
  constructor(private readonly log: Logger) {}
  /** A refund or dispute. */
  disputeNotice({ kind, id, userId, amount, currency, status }: DisputeNotice): void {
    this.log.warn({ event: 'billing.dispute-notice', kind, id, userId, amount, currency, status })
  }
  eventRejected(reason: string): void {
    this.log.warn({ event: 'billing.event-rejected', reason })
  }
  /** The keys are revoked or lack permissions, or prices are missing. */
  providerRejected(error: unknown): void {
    this.log.error({ event: 'billing.provider-rejected', err: error }, 'See `daymark doctor`.')
  }
  secondSubscription(userId: string, id: string): void {
    this.log.warn({ event: 'billing.second-subscription-ended', userId, id })
  }
  reconciled(figures: { checked: number; changed: number }): void {
    this.log.info({ event: 'billing.reconciled', ...figures })
  }
}
