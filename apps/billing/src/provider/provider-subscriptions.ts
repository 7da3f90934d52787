import { type Actor, billingMailRequested, subscriptionChanged, system } from '@daymark/contracts'
import { Clock, Database, Transient, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type Stripe from 'stripe'
import { BillingLog } from '../log.ts'
import { auditPlan, planOf } from '../subscriptions/plan-change.ts'
import { Subscription } from '../subscriptions/subscription.entity.ts'
import { paymentFailed } from './payment-failed.ts'
import { standingsOf, type Standings } from './standing.ts'
import { StripeAccount } from './stripe-account.ts'
import { isMissing } from './stripe-failures.ts'

/** Each conflict means that another request made progress. */
const TRIES = 5

export type Read = { subscription: Subscription; current?: Stripe.Subscription }

/** Our rows and what the card provider says of them. */
@Injectable()
export class ProviderSubscriptions {
  constructor(
    private readonly db: Database,
    private readonly stripe: StripeAccount,
    private readonly clock: Clock,
    private readonly log: BillingLog,
  ) {}

  get configured(): boolean {
    return this.stripe.configured
  }

  /**
   * Reads the subscription from the provider and stores it, unless the result of a later read is stored already. Content and order of
   * events do not matter. `by`: the actor of a possible change.
   */
  async read(userId: string, by: Actor = system): Promise<Read> {
    for (let tries = 0; tries < TRIES; tries++) {
      const { customerId, readVersion } = await this.db.repository(Subscription).findOneByOrFail({ userId })
      const all = customerId === null ? [] : await this.stripe.subscriptionsOf(customerId)
      const found = all && standingsOf(all)
      const subscription = await this.write({ userId, customerId, readVersion, found, by })
      if (!subscription) continue
      for (const extra of found?.others ?? []) await this.endExtra(userId, extra.id)
      return { subscription, current: found?.current }
    }
    throw new Transient('Others were quicker each time.')
  }

  private write(read: Pick<Subscription, 'userId' | 'customerId' | 'readVersion'> & { found?: Standings; by: Actor }) {
    const { userId, customerId, readVersion, found, by } = read
    return this.db.commit(async tx => {
      const row = await locked(tx, userId)
      if (row.readVersion !== readVersion || row.customerId !== customerId) return undefined
      if (customerId === null) return row
      const { version: before, status } = row
      const plan = planOf(row)
      row.readVersion += 1
      if (found) row.follow(found.standing, this.clock.now())
      else row.forgetCustomer(this.clock.now())
      await tx.em.save(row)
      auditPlan(tx, row, plan, by)
      if (row.version !== before) tx.emit(subscriptionChanged, userId, row.view())
      if (row.status === 'past_due' && status !== 'past_due') tx.emit(billingMailRequested, userId, paymentFailed(row))
      return row
    })
  }

  /** Bought twice, in two windows at once: the newer one stays, what is left of the other is credited. */
  private async endExtra(userId: string, id: string): Promise<void> {
    try {
      await this.stripe.ask(stripe => stripe.subscriptions.cancel(id, { prorate: true, invoice_now: true }))
      this.log.secondSubscription(userId, id)
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  }
}

export function locked(tx: Tx, userId: string): Promise<Subscription> {
  return tx.em.findOneOrFail(Subscription, { where: { userId }, lock: { mode: 'pessimistic_write' } })
}
