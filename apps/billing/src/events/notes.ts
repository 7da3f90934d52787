import { Clock, Database, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type Stripe from 'stripe'
import { BillingLog } from '../log.ts'
import { customerOf } from '../provider/comparison.ts'
import { StripeAccount } from '../provider/stripe-account.ts'
import { Subscription } from '../subscriptions/subscription.entity.ts'
import { ProviderNote } from './provider-note.entity.ts'

/** Records refunds and disputes for operators, as read from the provider. */
@Injectable()
export class Notes {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly stripe: StripeAccount,
    private readonly log: BillingLog,
  ) {}

  async ofRefund(chargeId: string): Promise<ProviderNote | undefined> {
    const charge = await this.stripe.ask(stripe => stripe.charges.retrieve(chargeId))
    const { amount_refunded: amount, currency, refunded } = charge
    return this.of(charge, {
      id: charge.id,
      kind: 'refund',
      amount,
      currency,
      status: refunded ? 'full' : 'partial',
      reason: null,
    })
  }

  async ofDispute(id: string): Promise<ProviderNote | undefined> {
    const dispute = await this.stripe.ask(stripe => stripe.disputes.retrieve(id, { expand: ['charge'] }))
    const { amount, currency, status, reason, charge } = dispute
    return typeof charge === 'string'
      ? undefined
      : this.of(charge, { id, kind: 'dispute', amount, currency, status, reason })
  }

  async keep(tx: Tx, note: ProviderNote): Promise<void> {
    const { id, kind, userId, chargeId, amount, currency, status, reason, notedAt } = note
    await tx.sql(
      `INSERT INTO dispute_notices (id, kind, user_id, charge_id, amount, currency, status, reason, noted_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
       ON CONFLICT (id) DO UPDATE SET amount = $5, status = $7, reason = $8, updated_at = $9`,
      [id, kind, userId, chargeId, amount, currency, status, reason, notedAt],
    )
  }

  tell(note: ProviderNote): void {
    this.log.noted(note)
  }

  /** Of a charge for something else that this account sells nothing is noted. */
  private async of(
    charge: Stripe.Charge,
    what: Pick<ProviderNote, 'id' | 'kind' | 'amount' | 'currency' | 'status' | 'reason'>,
  ): Promise<ProviderNote | undefined> {
    const customerId = charge.customer && customerOf({ customer: charge.customer })
    const owner = customerId ? await this.db.repository(Subscription).findOneBy({ customerId }) : null
    const now = this.clock.now()
    return owner ? { ...what, userId: owner.userId, chargeId: charge.id, notedAt: now, updatedAt: now } : undefined
  }
}
