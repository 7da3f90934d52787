import { Database } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type Stripe from 'stripe'
import { In } from 'typeorm'
import { BillingLog } from '../log.ts'
import { Subscription } from '../subscriptions/subscription.entity.ts'
import { ProviderSubscriptions } from './provider-subscriptions.ts'
import { standingsOf } from './standing.ts'
import { StripeAccount } from './stripe-account.ts'

const PAGE = 100
type Figures = { checked: number; changed: number }

/** Compares rows with the active subscriptions at the card provider, in pages, and reads single ones only if they differ. */
@Injectable()
export class Comparison {
  constructor(
    private readonly db: Database,
    private readonly stripe: StripeAccount,
    private readonly provider: ProviderSubscriptions,
    private readonly log: BillingLog,
  ) {}

  get configured(): boolean {
    return this.stripe.configured
  }

  async all(startedAt: Date): Promise<Figures> {
    const figures = { checked: 0, changed: 0 }
    for (let after: string | undefined, more = true; more;) {
      const page = await this.stripe.ask(stripe => stripe.subscriptions.list({ limit: PAGE, starting_after: after }))
      figures.checked += page.data.length
      figures.changed += await this.compare(page.data, startedAt)
      after = page.data.at(-1)?.id
      more = page.has_more
    }
    figures.changed += await this.lookAfterUnseen(startedAt)
    this.log.reconciled(figures)
    return figures
  }

  private async compare(page: Stripe.Subscription[], startedAt: Date): Promise<number> {
    const of = Map.groupBy(page, customerOf)
    const rows = await this.db.repository(Subscription).findBy({ customerId: In([...of.keys()]) })
    const pairs = rows.map(row => ({ row, found: of.get(row.customerId ?? '') ?? [] }))
    // A customer may have subscriptions to other products of the same Stripe account: only Daymark's own one counts as seen.
    const seen = pairs.filter(({ row, found }) => found.some(({ id }) => id === row.providerId))
    const mark = 'UPDATE subscriptions SET reconciled_at = $2 WHERE user_id = ANY($1)'
    await this.db.commit(async tx => void tx.sql(mark, [seen.map(({ row }) => row.userId), startedAt]))
    return this.readAll(pairs.filter(({ row, found }) => differs(row, found)).map(({ row }) => row.userId))
  }

  /** Ours that no page had: they ended. */
  private async lookAfterUnseen(startedAt: Date): Promise<number> {
    let changed = 0
    for (let last = '00000000-0000-0000-0000-000000000000'; ;) {
      const rows = await this.db.sql<{ user_id: string }>(
        `SELECT user_id FROM subscriptions
         WHERE provider_id IS NOT NULL AND status <> 'canceled' AND (reconciled_at IS NULL OR reconciled_at < $2) AND user_id > $1
         ORDER BY user_id LIMIT ${PAGE}`,
        [last, startedAt],
      )
      const ids = rows.map(row => row.user_id)
      changed += await this.readAll(ids)
      last = ids.at(-1) ?? last
      if (ids.length < PAGE) return changed
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

export const customerOf = ({ customer }: { customer: string | { id: string } }): string =>
  typeof customer === 'string' ? customer : customer.id

function differs(row: Subscription, found: Stripe.Subscription[]): boolean {
  const { standing } = standingsOf(found)
  if (!standing) return false
  const { providerId, tier, status, cancelAtPeriodEnd, endDate } = row
  const mine = { providerId, tier, status, endDate, cancelAtPeriodEnd }
  return JSON.stringify(mine) !== JSON.stringify(standing)
}
