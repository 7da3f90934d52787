import { createHash } from 'node:crypto'
import { errors } from '@daymark/contracts'
import { Database } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Subscription } from '../subscriptions/subscription.entity.ts'
import { StripeAccount } from './stripe-account.ts'

/** The customers at Stripe, one for each account. */
@Injectable()
export class Customers {
  constructor(
    private readonly db: Database,
    private readonly stripe: StripeAccount,
  ) {}

  /** Concurrent requests and retries get the same customer, which is stored before a purchase. */
  async of({ userId, customerId, version }: Subscription, email: string): Promise<string> {
    if (customerId !== null) return customerId
    const wanted = { email, metadata: { user_id: userId } }
    const idempotencyKey = `customer-${digest({ ...wanted, version })}`
    const { id } = await this.stripe.ask(stripe => stripe.customers.create(wanted, { idempotencyKey }))
    const mine = 'UPDATE subscriptions SET customer_id = $2 WHERE user_id = $1 AND customer_id IS NULL'
    await this.db.commit(async tx => void tx.sql(mine, [userId, id]))
    const kept = await this.db.repository(Subscription).findOneBy({ userId })
    if (!kept?.customerId) throw errors.UNAVAILABLE()
    return kept.customerId
  }
}

/** The same request, the same key. */
export const digest = (of: object): string => createHash('sha256').update(JSON.stringify(of)).digest('hex').slice(0, 40)
