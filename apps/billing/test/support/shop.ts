import { randomUUID } from 'node:crypto'
import {
  anonymous,
  billing,
  type Output,
  subscriptionChanged,
  type SubscriptionView,
  type Tier,
  userCreated,
} from '@daymark/contracts'
import { actorOf, startWorld, TestStripe, type World, type WorldOptions } from '@daymark/testing'
import { billingService } from '../../src/index.ts'
import { EndPeriods } from '../../src/subscriptions/end-periods.job.ts'

export const SITE = 'https://photos.example'
type Event = ReturnType<TestStripe['untold']>[number]

/** Billing beside a Stripe that keeps state: who buys, and the events between the two. */
export class Shop {
  readonly world: World
  readonly stripe: TestStripe
  readonly published: SubscriptionView[]

  private constructor(world: World, stripe: TestStripe, published: SubscriptionView[]) {
    this.world = world
    this.stripe = stripe
    this.published = published
  }

  static async open(options: WorldOptions = {}): Promise<Shop> {
    const time = { now: () => new Date() }
    const stripe = (await TestStripe.start({ now: () => time.now() })).withPrices()
    const world = await startWorld([billingService], { ...options, env: { ...stripe.env, ...options.env } })
    time.now = () => world.clock.now()
    const published: SubscriptionView[] = []
    await world.process.transport.listen([subscriptionChanged.name], event =>
      published.push(event.data as SubscriptionView),
    )
    return new Shop(world, stripe, published)
  }
  async close(): Promise<void> {
    await this.world.stop()
    await this.stripe.stop()
  }

  /** Also what the same job has in hand that runs by itself every ten seconds: ours leaves that to it. */
  async endPeriods(): Promise<void> {
    await this.world.runJob('billing', EndPeriods)
    await this.world.db('billing').sql('SELECT 1 FROM subscriptions FOR SHARE')
  }

  async user(tier: Tier = 'starter'): Promise<string> {
    const userId = randomUUID()
    const about = { email: 'anna@example.org', displayName: null, role: 'user', tier } as const
    await this.world.publish(userCreated, userId, { userId, ...about })
    await this.world.settle()
    return userId
  }
  /** Somebody who bought a plan, and whom billing knows as that. */
  async customer(tier: Tier) {
    const userId = await this.user()
    const { checkoutUrl } = await this.checkout(userId, tier)
    const subscription = this.stripe.pay(checkoutUrl ?? '')
    await this.tellAll()
    return { userId, subscription }
  }

  checkout(userId: string, tier: Tier): Promise<Output<typeof billing.checkout>> {
    return this.world.rpc.call(billing.checkout, { tier, email: 'anna@example.org', site: SITE }, actorOf(userId))
  }
  portal(userId: string) {
    return this.world.rpc.call(billing.openPortal, { email: 'anna@example.org', site: SITE }, actorOf(userId))
  }
  setCancel(userId: string, cancel: boolean): Promise<SubscriptionView> {
    return this.world.rpc.call(billing.setCancel, { cancel }, actorOf(userId))
  }
  get(userId: string): Promise<SubscriptionView> {
    return this.world.rpc.call(billing.getSubscription, {}, actorOf(userId))
  }
  receive(delivery: { payload: string; signature: string }) {
    return this.world.rpc.call(billing.receiveEvent, delivery, anonymous)
  }

  /** Delivers events without waiting for what they cause. */
  async tell(events: Event[]): Promise<void> {
    for (const event of events) await this.receive(this.stripe.signed(event))
  }
  async tellAll(): Promise<void> {
    await this.tell(this.stripe.untold())
    await this.world.settle()
  }
  async publishedOf(userId: string): Promise<SubscriptionView[]> {
    await this.world.settle()
    return this.published.filter(one => one.userId === userId)
  }
}
