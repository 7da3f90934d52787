import { Clock, Database, Logger, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type Stripe from 'stripe'
import { customerIdOf } from '../provider/reconciliation.ts'
import { StripeAccount } from '../provider/stripe-account.ts'
import { Subscription } from '../subscriptions/subscription.entity.ts'
import { DisputeNotice } from './dispute-notice.entity.ts'

/** Reads refunds and disputes from the payment provider, and saves them for operators. */
@Injectable()
export class DisputeNotices {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly stripe: StripeAccount,
    private readonly log: Logger,
  ) {}

  async readRefund(chargeId: string): Promise<DisputeNotice | undefined> {
    const charge = await this.stripe.call(stripe => stripe.charges.retrieve(chargeId))
    const { amount_refunded: amount, currency, refunded } = charge
    return this.toNotice(charge, {
      id: charge.id,
      kind: 'refund',
      amount,
      currency,
      status: refunded ? 'full' : 'partial',
      reason: null,
    })
  }

  async readDispute(id: string): Promise<DisputeNotice | undefined> {
    const dispute = await this.stripe.call(stripe => stripe.disputes.retrieve(id, { expand: ['charge'] }))
    const { amount, currency, status, reason, charge } = dispute
    return typeof charge === 'string'
      ? undefined
      : this.toNotice(charge, { id, kind: 'dispute', amount, currency, status, reason })
  }

  async store(tx: Tx, notice: DisputeNotice): Promise<void> {
    const { id, kind, userId, chargeId, amount, currency, status, reason, notedAt } = notice
    await tx.sql(
      `INSERT INTO dispute_notices (id, kind, user_id, charge_id, amount, currency, status, reason, noted_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
       ON CONFLICT (id) DO UPDATE SET amount = $5, status = $7, reason = $8, updated_at = $9`,
      [id, kind, userId, chargeId, amount, currency, status, reason, notedAt],
    )
  }

  logNotice({ kind, id, userId, amount, currency, status }: DisputeNotice): void {
    this.log.warn({ event: 'billing.dispute-notice', kind, id, userId, amount, currency, status })
  }

  /** Returns undefined if no account has the customer of the charge: the charge is then for another product in the same Stripe account. */
  private async toNotice(
    charge: Stripe.Charge,
    fields: Pick<DisputeNotice, 'id' | 'kind' | 'amount' | 'currency' | 'status' | 'reason'>,
  ): Promise<DisputeNotice | undefined> {
    const customerId = charge.customer && customerIdOf({ customer: charge.customer })
    const owner = customerId ? await this.db.repository(Subscription).findOneBy({ customerId }) : null
    const now = this.clock.now()
    return owner ? { ...fields, userId: owner.userId, chargeId: charge.id, notedAt: now, updatedAt: now } : undefined
  }
}
