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
import { actorOf, startServices, TestStripe, type TestServices, type TestServicesOptions } from '@daymark/testing'
import { billingService } from '../../src/index.ts'
import { EndPeriods } from '../../src/subscriptions/subscriptions.jobs.ts'

export const SITE = 'https://photos.example'
type Event = ReturnType<TestStripe['takeEvents']>[number]

/** The billing service with a test double of Stripe, which stores customers, purchases and events. */
export class Shop {
  private constructor(
    public readonly services: TestServices,
    public readonly stripe: TestStripe,
    public readonly published: SubscriptionView[],
  ) {}

  static async open(options: TestServicesOptions = {}): Promise<Shop> {
    const time = { now: () => new Date() }
    const stripe = (await TestStripe.start({ now: () => time.now() })).withPrices()
    const services = await startServices([billingService], { ...options, env: { ...stripe.env, ...options.env } })
    time.now = () => services.clock.now()
    const published: SubscriptionView[] = []
    await services.process.transport.listen([subscriptionChanged.name], event =>
      published.push(event.data as SubscriptionView),
    )
    return new Shop(services, stripe, published)
  }
  async stop(): Promise<void> {
    await this.services.stop()
    await this.stripe.stop()
  }

  /** Runs the job `EndPeriods`, and waits for rows that a scheduled run of the same job has locked. */
  async endPeriods(): Promise<void> {
    await this.services.runJob('billing', EndPeriods)
    await this.services.db('billing').sql('SELECT 1 FROM subscriptions FOR SHARE')
  }

  async createUser(tier: Tier = 'starter'): Promise<string> {
    const userId = randomUUID()
    const user = { email: 'anna@example.org', displayName: null, role: 'user', tier } as const
    await this.services.publish(userCreated, userId, { userId, ...user })
    await this.services.settle()
    return userId
  }
  /** Creates a customer who has bought a plan. */
  async createCustomer(tier: Tier) {
    const userId = await this.createUser()
    const { checkoutUrl } = await this.checkout(userId, tier)
    const subscription = this.stripe.pay(checkoutUrl ?? '')
    await this.deliverAll()
    return { userId, subscription }
  }

  checkout(userId: string, tier: Tier): Promise<Output<typeof billing.checkout>> {
    return this.services.rpc.call(billing.checkout, { tier, email: 'anna@example.org', site: SITE }, actorOf(userId))
  }
  openPortal(userId: string) {
    return this.services.rpc.call(billing.openPortal, { email: 'anna@example.org', site: SITE }, actorOf(userId))
  }
  setCancel(userId: string, cancel: boolean): Promise<SubscriptionView> {
    return this.services.rpc.call(billing.setCancel, { cancel }, actorOf(userId))
  }
  get(userId: string): Promise<SubscriptionView> {
    return this.services.rpc.call(billing.getSubscription, {}, actorOf(userId))
  }
  receive(delivery: { payload: string; signature: string }) {
    return this.services.rpc.call(billing.receiveEvent, delivery, anonymous)
  }

  /** Delivers events to billing without waiting until they are processed. */
  async deliver(events: Event[]): Promise<void> {
    for (const event of events) await this.receive(this.stripe.signed(event))
  }
  async deliverAll(): Promise<void> {
    await this.deliver(this.stripe.takeEvents())
    await this.services.settle()
  }
  async findPublished(userId: string): Promise<SubscriptionView[]> {
    await this.services.settle()
    return this.published.filter(one => one.userId === userId)
  }
}
