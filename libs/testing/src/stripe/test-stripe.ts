import { createHmac } from 'node:crypto'
import { catalogCalls } from './catalog.ts'
import type { Charge, Dispute, Subscription } from './objects.ts'
import { salesCalls } from './sales.ts'
import { StripeServer } from './server.ts'
import { StripeState, type StripeEvent } from './state.ts'
import { cancelNow, passPeriod, payPending, subscribe } from './subscriptions.ts'

const TIERS = { starter: 7, professional: 19, advanced: 39, studio: 79 }
type SigningOptions = { secret?: string; at?: Date }

/**
 * A fake of Stripe with state. It has an HTTP server for Stripe's client library, and methods that simulate what customers do on Stripe's
 * pages. The test itself delivers the events that are collected in `events`.
 */
export class TestStripe {
  readonly key = 'sk_test_daymark'
  readonly publishableKey = 'pk_test_daymark'
  readonly secret = 'whsec_of_the_tests'
  readonly state: StripeState
  readonly server: StripeServer
  private readonly clock: { now(): Date }

  private constructor(state: StripeState, server: StripeServer, clock: { now(): Date }) {
    this.state = state
    this.server = server
    this.clock = clock
  }

  static async start(clock: { now(): Date } = { now: () => new Date() }): Promise<TestStripe> {
    const state = new StripeState(clock)
    const calls = { ...catalogCalls(state), ...salesCalls(state) }
    return new TestStripe(state, await StripeServer.start('sk_test_daymark', calls), clock)
  }

  /** Settings with which an installation uses this fake. */
  get env(): Record<string, string> {
    return {
      DAYMARK_BILLING_STRIPE_SECRET_KEY: this.key,
      DAYMARK_BILLING_STRIPE_PUBLISHABLE_KEY: this.publishableKey,
      DAYMARK_BILLING_STRIPE_WEBHOOK_SECRET: this.secret,
      DAYMARK_BILLING_STRIPE_API_BASE: this.server.url,
    }
  }

  /** Creates the prices that `daymark stripe setup` would create. */
  withPrices(): this {
    for (const [tier, dollars] of Object.entries(TIERS)) {
      const [product, id] = [`daymark_${tier}`, this.state.createId('price')]
      const commonFields = { metadata: {}, livemode: this.state.livemode, active: true }
      this.state.products.set(product, { id: product, object: 'product', name: tier, ...commonFields })
      this.state.prices.set(id, {
        id,
        object: 'price',
        product,
        unit_amount: dollars * 100,
        currency: 'usd',
        type: 'recurring',
        ...commonFields,
        lookup_key: `daymark_${tier}_monthly`,
        recurring: { interval: 'month', interval_count: 1 },
      })
    }
    return this
  }

  /** Simulates that a customer pays on the checkout page. Returns the new subscription. */
  pay(checkoutUrl: string): Subscription {
    const session = this.state.find(this.state.sessions, checkoutUrl.split('/').at(-1) ?? '', 'checkout.session')
    if (session.status !== 'open') throw new Error(`the checkout session is ${session.status}`)
    const price = this.state.find(this.state.prices, session.price, 'price')
    const subscription = subscribe(this.state, session.customer, price)
    Object.assign(session, { status: 'complete', url: null, subscription: subscription.id })
    this.state.emit('checkout.session.completed', session)
    return subscription
  }

  /** Creates a second subscription of a customer, as an operator could do in Stripe's dashboard. The product never does so. */
  subscribe(customer: string, tier: string): Subscription {
    const price = [...this.state.prices.values()].find(candidate => candidate.lookup_key === `daymark_${tier}_monthly`)
    if (!price) throw new Error(`no price of ${tier}`)
    return subscribe(this.state, customer, price)
  }

  declineCards(subscription: Subscription, isDeclined = true): void {
    this.state.declined[isDeclined ? 'add' : 'delete'](subscription.customer)
  }
  passPeriod(subscription: Subscription): void {
    passPeriod(this.state, subscription)
  }
  payPending(subscription: Subscription): void {
    payPending(this.state, subscription)
  }
  /** Simulates that the customer pays the overdue invoice. */
  settle(subscription: Subscription): void {
    subscription.status = 'active'
    this.state.emit('customer.subscription.updated', subscription)
  }
  cancelNow(subscription: Subscription): void {
    cancelNow(this.state, subscription)
  }
  chargeOf(subscription: Subscription): Charge {
    const charge = [...this.state.charges.values()].find(candidate => candidate.customer === subscription.customer)
    if (!charge) throw new Error('the customer has no charge')
    return charge
  }
  refund(subscription: Subscription): void {
    const charge = this.chargeOf(subscription)
    Object.assign(charge, { amount_refunded: charge.amount, refunded: true })
    this.state.emit('charge.refunded', charge)
  }
  dispute(subscription: Subscription): Dispute {
    const { id: charge, amount, currency, livemode } = this.chargeOf(subscription)
    const disputeFields = { status: 'needs_response', reason: 'fraudulent', livemode }
    const id = this.state.createId('dp')
    const dispute: Dispute = { id, object: 'dispute', charge, amount, currency, ...disputeFields }
    this.state.disputes.set(dispute.id, dispute)
    this.state.emit('charge.dispute.created', dispute)
    return dispute
  }

  /** Returns the body and the signature header with which Stripe delivers an event. */
  signed(event: object, { secret = this.secret, at = this.clock.now() }: SigningOptions = {}) {
    const payload = JSON.stringify(event, null, 2)
    const time = Math.floor(+at / 1000)
    const signature = createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex')
    return { payload, signature: `t=${time},v1=${signature}` }
  }

  /** Removes and returns the events that the test has not delivered, in order. */
  takeEvents(): StripeEvent[] {
    return this.state.events.splice(0)
  }

  stop(): Promise<void> {
    return this.server.stop()
  }
}
