import { createHash } from 'node:crypto'
import { errors } from '@daymark/contracts'
import { Database } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Subscription } from '../subscriptions/subscription.entity.ts'
import { StripeAccount } from './stripe-account.ts'

/** Creates the Stripe customers of accounts. Each account has at most one. */
@Injectable()
export class Customers {
  constructor(
    private readonly db: Database,
    private readonly stripe: StripeAccount,
  ) {}

  /**
   * Returns the id of the account's Stripe customer. The first call creates the customer; concurrent requests and retries get the same one.
   */
  async getOrCreate({ userId, customerId, version }: Subscription, email: string): Promise<string> {
    if (customerId !== null) return customerId
    const customer = { email, metadata: { user_id: userId } }
    const idempotencyKey = `customer-${hashRequest({ ...customer, version })}`
    const { id } = await this.stripe.call(stripe => stripe.customers.create(customer, { idempotencyKey }))
    await this.db.commit(async tx => {
      tx.send('UPDATE subscriptions SET customer_id = $2 WHERE user_id = $1 AND customer_id IS NULL', [userId, id])
    })
    const stored = await this.db.repository(Subscription).findOneBy({ userId })
    if (!stored?.customerId) throw errors.UNAVAILABLE()
    return stored.customerId
  }
}

/** Returns a digest for the idempotency key of a request, which is equal for equal requests. */
export const hashRequest = (request: object): string =>
  createHash('sha256').update(JSON.stringify(request)).digest('hex').slice(0, 40)
