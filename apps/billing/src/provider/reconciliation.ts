import { Database, Logger } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type Stripe from 'stripe'
import { In } from 'typeorm'
import { Subscription } from '../subscriptions/subscription.entity.ts'
import { ProviderSubscriptions } from './provider-subscriptions.ts'
import { readProviderState } from './provider-state.ts'
import { StripeAccount } from './stripe-account.ts'

const PAGE_SIZE = 100
type ReconciliationResult = { checked: number; changed: number }

/**
 * Compares the saved subscriptions with those at the payment provider, which it lists page by page. Only accounts that differ are read again
 * and saved.
 */
@Injectable()
export class Reconciliation {
  constructor(
    private readonly db: Database,
    private readonly stripe: StripeAccount,
    private readonly provider: ProviderSubscriptions,
    private readonly log: Logger,
  ) {}

  get isConfigured(): boolean {
    return this.stripe.isConfigured
  }

  async run(startedAt: Date): Promise<ReconciliationResult> {
    const counts = { checked: 0, changed: 0 }
    for (let after: string | undefined, hasMore = true; hasMore;) {
      const page = await this.stripe.call(stripe =>
        stripe.subscriptions.list({ limit: PAGE_SIZE, starting_after: after }),
      )
      counts.checked += page.data.length
      counts.changed += await this.syncChanged(page.data, startedAt)
      after = page.data.at(-1)?.id
      hasMore = page.has_more
    }
    counts.changed += await this.syncMissing(startedAt)
    this.log.info({ event: 'billing.reconciled', ...counts })
    return counts
  }

  /** Syncs the accounts of a page whose saved state differs. Returns the number of changed accounts. */
  private async syncChanged(page: Stripe.Subscription[], startedAt: Date): Promise<number> {
    const subscriptionsByCustomer = Map.groupBy(page, customerIdOf)
    const rows = await this.db.repository(Subscription).findBy({ customerId: In([...subscriptionsByCustomer.keys()]) })
    const pairs = rows.map(row => ({
      row,
      stripeSubscriptions: subscriptionsByCustomer.get(row.customerId ?? '') ?? [],
    }))
    // A customer may also have subscriptions to other products in the same Stripe account. Only a subscription to Daymark marks the row as
    // compared.
    const comparedPairs = pairs.filter(({ row, stripeSubscriptions }) =>
      stripeSubscriptions.some(({ id }) => id === row.providerId),
    )
    await this.db.commit(async tx => {
      const userIds = comparedPairs.map(({ row }) => row.userId)
      tx.send('UPDATE subscriptions SET reconciled_at = $2 WHERE user_id = ANY($1)', [userIds, startedAt])
    })
    return this.syncAll(
      pairs
        .filter(({ row, stripeSubscriptions }) => differsFromProvider(row, stripeSubscriptions))
        .map(({ row }) => row.userId),
    )
  }

  /** Syncs the subscriptions that no page contained, because they have ended. Returns the number of changed accounts. */
  private async syncMissing(startedAt: Date): Promise<number> {
    let changedCount = 0
    for (let lastUserId = '00000000-0000-0000-0000-000000000000'; ;) {
      const rows = await this.db.sql<{ user_id: string }>(
        `SELECT user_id FROM subscriptions
         WHERE provider_id IS NOT NULL AND status <> 'canceled' AND (reconciled_at IS NULL OR reconciled_at < $2) AND user_id > $1
         ORDER BY user_id LIMIT ${PAGE_SIZE}`,
        [lastUserId, startedAt],
      )
      const ids = rows.map(row => row.user_id)
      changedCount += await this.syncAll(ids)
      lastUserId = ids.at(-1) ?? lastUserId
      if (ids.length < PAGE_SIZE) return changedCount
    }
  }

  private async syncAll(userIds: string[]): Promise<number> {
    let changedCount = 0
    for (const userId of userIds) {
      const before = await this.db.repository(Subscription).findOneByOrFail({ userId })
      if ((await this.provider.sync(userId)).subscription.version !== before.version) changedCount += 1
    }
    return changedCount
  }
}

export const customerIdOf = ({ customer }: { customer: string | { id: string } }): string =>
  typeof customer === 'string' ? customer : customer.id

function differsFromProvider(row: Subscription, stripeSubscriptions: Stripe.Subscription[]): boolean {
  const { state } = readProviderState(stripeSubscriptions)
  if (!state) return false
  const { providerId, tier, status, cancelAtPeriodEnd, endDate } = row
  return JSON.stringify({ providerId, tier, status, endDate, cancelAtPeriodEnd }) !== JSON.stringify(state)
}
