import type { Logger } from '@daymark/platform'
import type { DisputeNotice } from './events/dispute-notice.entity.ts'

/** Writes the log events of billing. They contain only ids, amounts and errors of Stripe. */
export class BillingLog {
  constructor(private readonly log: Logger) {}
  /** Logs a refund or a dispute. */
  disputeNotice({ kind, id, userId, amount, currency, status }: DisputeNotice): void {
    this.log.warn({ event: 'billing.dispute-notice', kind, id, userId, amount, currency, status })
  }
  eventRejected(reason: string): void {
    this.log.warn({ event: 'billing.event-rejected', reason })
  }
  /** Logs an error that an operator must correct: the keys are revoked or lack permissions, or prices are missing. */
  providerRejected(error: unknown): void {
    this.log.error({ event: 'billing.provider-rejected', err: error }, 'See `daymark doctor`.')
  }
  secondSubscriptionEnded(userId: string, id: string): void {
    this.log.warn({ event: 'billing.second-subscription-ended', userId, id })
  }
  reconciliationFinished(counts: { checked: number; changed: number }): void {
    this.log.info({ event: 'billing.reconciled', ...counts })
  }
}
