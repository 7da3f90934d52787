import { Database } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type Stripe from 'stripe'
import { In } from 'typeorm'
import { BillingLog } from '../log.ts'
import { Subscription } from '../subscriptions/subscription.entity.ts'
import { ProviderSubscriptions } from './provider-subscriptions.ts'
import { readProviderState } from './provider-state.ts'
import { StripeAccount } from './stripe-account.ts'

const PAGE_SIZE = 100
type ReconciliationResult = { checked: number; changed: number }

/** Compares rows page by page with the active subscriptions at the card provider and reads only those that differ. */
@Injectable()
export class Reconciliation {
  constructor(
    private readonly db: Database,
    private readonly stripe: StripeAccount,
    private readonly provider: ProviderSubscriptions,
    private readonly log: BillingLog,
  ) {}

  get isConfigured(): boolean {
    return this.stripe.isConfigured
  }

  async run(startedAt: Date): Promise<ReconciliationResult> {
    const figures = { checked: 0, changed: 0 }
    for (let after: string | undefined, more = true; more;) {
      const page = await this.stripe.call(stripe =>
        stripe.subscriptions.list({ limit: PAGE_SIZE, starting_after: after }),
      )
      figures.checked += page.data.length
      figures.changed += await this.compare(page.data, startedAt)
      after = page.data.at(-1)?.id
      more = page.has_more
    }
    figures.changed += await this.readUnseen(startedAt)
    this.log.reconciled(figures)
    return figures
  }

  private async compare(page: Stripe.Subscription[], startedAt: Date): Promise<number> {
    const byCustomer = Map.groupBy(page, customerIdOf)
    const rows = await this.db.repository(Subscription).findBy({ customerId: In([...byCustomer.keys()]) })
    const pairs = rows.map(row => ({ row, atProvider: byCustomer.get(row.customerId ?? '') ?? [] }))
    // A customer may have subscriptions to other products of the same Stripe account: only Daymark's own one counts as seen.
    const seen = pairs.filter(({ row, atProvider }) => atProvider.some(({ id }) => id === row.providerId))
    await this.db.commit(async tx => {
      const userIds = seen.map(({ row }) => row.userId)
      void tx.sql('UPDATE subscriptions SET reconciled_at = $2 WHERE user_id = ANY($1)', [userIds, startedAt])
    })
    return this.readAll(
      pairs.filter(({ row, atProvider }) => differsFromProvider(row, atProvider)).map(({ row }) => row.userId),
    )
  }

  /** Reads subscriptions that appeared on no page because they ended. */
  private async readUnseen(startedAt: Date): Promise<number> {
    let changed = 0
    for (let last = '00000000-0000-0000-0000-000000000000'; ;) {
      const rows = await this.db.sql<{ user_id: string }>(
        `SELECT user_id FROM subscriptions
         WHERE provider_id IS NOT NULL AND status <> 'canceled' AND (reconciled_at IS NULL OR reconciled_at < $2) AND user_id > $1
         ORDER BY user_id LIMIT ${PAGE_SIZE}`,
        [last, startedAt],
      )
      const ids = rows.map(row => row.user_id)
      changed += await this.readAll(ids)
      last = ids.at(-1) ?? last
      if (ids.length < PAGE_SIZE) return changed
    }
  }

  private async readAll(userIds: string[]): Promise<number> {
    let changed = 0
    for (const userId of userIds) {
      const before = await this.db.repository(Subscription).findOneByOrFail({ userId })
      if ((await this.provider.read(userId)).subscription.version !== before.version) changed += 1
    }
    return changed
  }
}

export const customerIdOf = ({ customer }: { customer: string | { id: string } }): string =>
  typeof customer === 'string' ? customer : customer.id

function differsFromProvider(row: Subscription, atProvider: Stripe.Subscription[]): boolean {
  const { state } = readProviderState(atProvider)
  if (!state) return false
  const { providerId, tier, status, cancelAtPeriodEnd, endDate } = row
  return JSON.stringify({ providerId, tier, status, endDate, cancelAtPeriodEnd }) !== JSON.stringify(state)
}
