import { PLANS, TB, type Tier, TIERS } from '@daymark/contracts'
import { setUp } from '@daymark/testing'
import { Reconcile } from '../src/subscriptions/subscriptions.jobs.ts'
import { Shop } from './support/shop.ts'

const DAY = 86_400_000
const shop = setUp(() => Shop.open())

const readPeriodEnd = (subscription: { items: { data: [{ current_period_end: number }] } }) =>
  new Date(subscription.items.data[0].current_period_end * 1000).toISOString()

describe('buying', () => {
  it('creates one customer and one page for repeated and concurrent requests', async () => {
    const userId = await shop.createUser()
    const [customers, pages] = [shop.stripe.state.customers.size, shop.stripe.state.sessions.size]
    const answers = await Promise.all([1, 2, 3].map(() => shop.checkout(userId, 'advanced')))
    expect(new Set(answers.map(({ checkoutUrl }) => checkoutUrl)).size).toBe(1)
    expect(shop.stripe.state.customers.size).toBe(customers + 1)
    expect(shop.stripe.state.sessions.size).toBe(pages + 1)
  })

  it('expires the session that was opened before, so that two plans are never paid', async () => {
    const userId = await shop.createUser()
    const first = await shop.checkout(userId, 'professional')
    const second = await shop.checkout(userId, 'studio')
    expect(() => shop.stripe.pay(first.checkoutUrl ?? '')).toThrow('the checkout session is expired')
    shop.stripe.pay(second.checkoutUrl ?? '')
    await shop.deliverAll()
    expect(await shop.get(userId)).toMatchObject({ tier: 'studio' })
  })

  it('ends a second subscription and credits its remaining time', async () => {
    const { userId, subscription } = await shop.createCustomer('professional')
    shop.services.clock.advance(1000)
    const second = shop.stripe.subscribe(subscription.customer, 'advanced')
    await shop.deliverAll()
    expect([subscription.status, second.status]).toEqual(['canceled', 'active'])
    expect(await shop.get(userId)).toMatchObject({ tier: 'advanced', status: 'active' })
  })

  it('creates a new customer after the old one was deleted at Stripe', async () => {
    const { userId, subscription } = await shop.createCustomer('studio')
    const customer = shop.stripe.state.customers.get(subscription.customer)
    if (customer) customer.deleted = true
    const { checkoutUrl } = await shop.checkout(userId, 'advanced')
    expect(await shop.get(userId)).toMatchObject({ status: 'canceled', managed: false })
    shop.stripe.pay(checkoutUrl ?? '')
    await shop.deliverAll()
    expect(await shop.get(userId)).toMatchObject({ tier: 'advanced', status: 'active', managed: true })
  })
})

describe('changing the plan of a subscription', () => {
  it('takes effect at once, is charged in proportion and creates no second subscription', async () => {
    const { userId, subscription } = await shop.createCustomer('starter')
    const listInvoices = () =>
      [...shop.stripe.state.invoices.values()].filter(one => one.customer === subscription.customer)
    let { version } = await shop.get(userId)
    const changeTo = async (tier: Tier): Promise<void> => {
      const { tier: from } = await shop.get(userId)
      if (from === tier) return
      const before = listInvoices().length
      version += 1
      expect(await shop.checkout(userId, tier)).toEqual({ checkoutUrl: null, testMode: false, changed: version })
      const { storageLimit, price } = PLANS[tier]
      expect(await shop.get(userId)).toMatchObject({ tier, storageLimit, status: 'active', version })
      expect(listInvoices()).toHaveLength(before + (price > PLANS[from].price ? 1 : 0))
    }
    for (const from of TIERS)
      for (const to of TIERS) {
        await changeTo(from)
        await changeTo(to)
      }
    await shop.deliverAll()
    expect((await shop.get(userId)).version).toBe(version)
    const ofCustomer = [...shop.stripe.state.subscriptions.values()].filter(
      one => one.customer === subscription.customer,
    )
    expect(ofCustomer).toEqual([subscription])
  })

  it('keeps the old plan while a declined payment waits for confirmation on the invoice page', async () => {
    const { userId, subscription } = await shop.createCustomer('professional')
    shop.stripe.declineCards(subscription)
    const { checkoutUrl, changed } = await shop.checkout(userId, 'studio')
    expect([checkoutUrl, changed]).toEqual([expect.stringContaining('invoice.stripe.test'), null])
    await shop.deliverAll()
    expect(await shop.get(userId)).toMatchObject({ tier: 'professional', status: 'active' })
    shop.stripe.payPending(subscription)
    await shop.deliverAll()
    expect(await shop.get(userId)).toMatchObject({ tier: 'studio', status: 'active' })
  })

  it('to the current plan changes nothing', async () => {
    const { userId } = await shop.createCustomer('advanced')
    const { version } = await shop.get(userId)
    expect(await shop.checkout(userId, 'advanced')).toMatchObject({ checkoutUrl: null, changed: version })
  })
})

describe('canceling', () => {
  it('ends the plan with the paid period; then the limits of Starter apply', async () => {
    const { userId, subscription } = await shop.createCustomer('studio')
    const canceled = await shop.setCancel(userId, true)
    expect(canceled).toMatchObject({ status: 'active', cancelAtPeriodEnd: true, endDate: readPeriodEnd(subscription) })
    shop.services.clock.advance(31 * DAY)
    await shop.endPeriods()
    const ended = {
      tier: 'studio',
      status: 'canceled',
      cancelAtPeriodEnd: false,
      managed: false,
      endDate: canceled.endDate,
    }
    expect(await shop.get(userId)).toMatchObject({ ...ended, version: canceled.version + 1 })
    shop.stripe.passPeriod(subscription)
    await shop.deliverAll()
    expect(await shop.get(userId)).toMatchObject({ status: 'canceled', managed: false })
    await expect(shop.setCancel(userId, false)).rejects.toMatchObject({ code: 'no_paid_subscription', status: 409 })
    // the customer can buy a plan again
    expect((await shop.checkout(userId, 'professional')).checkoutUrl).toContain('checkout.stripe.test')
  })

  it('can be withdrawn before the end: in Daymark, by choosing a plan, or in the Stripe portal', async () => {
    const { userId, subscription } = await shop.createCustomer('professional')
    await shop.setCancel(userId, true)
    expect(await shop.setCancel(userId, false)).toMatchObject({ cancelAtPeriodEnd: false, status: 'active' })
    await shop.setCancel(userId, true)
    expect((await shop.checkout(userId, 'studio')).changed).not.toBeNull()
    expect(await shop.get(userId)).toMatchObject({ tier: 'studio', cancelAtPeriodEnd: false })
    // the Stripe portal sets `cancel_at` instead of `cancel_at_period_end`
    subscription.cancel_at = subscription.items.data[0].current_period_end
    shop.stripe.state.emit('customer.subscription.updated', subscription)
    await shop.deliverAll()
    expect(await shop.get(userId)).toMatchObject({ cancelAtPeriodEnd: true, endDate: readPeriodEnd(subscription) })
    expect(await shop.setCancel(userId, false)).toMatchObject({ cancelAtPeriodEnd: false })
    await shop.endPeriods()
    expect(await shop.get(userId)).toMatchObject({ status: 'active' })
  })

  it('is rejected for a granted plan', async () => {
    const userId = await shop.createUser('studio')
    await expect(shop.setCancel(userId, true)).rejects.toMatchObject({ code: 'no_paid_subscription' })
    const granted = { tier: 'studio', storageLimit: 2 * TB, managed: false, version: 1 }
    expect(await shop.get(userId)).toMatchObject(granted)
    await shop.openPortal(userId)
    await shop.checkout(userId, 'advanced')
    expect(await shop.get(userId)).toMatchObject(granted)
  })
})

describe('a card that is declined', () => {
  it('rule 10: the plan stays for seven days, then the limits of Starter apply until the invoice is paid', async () => {
    const { userId, subscription } = await shop.createCustomer('studio')
    shop.stripe.declineCards(subscription)
    shop.services.clock.advance(30 * DAY)
    shop.stripe.passPeriod(subscription)
    await shop.deliverAll()
    const overdue = await shop.get(userId)
    expect(overdue).toMatchObject({ tier: 'studio', status: 'past_due', pastDueSince: expect.any(String) })
    await expect(shop.checkout(userId, 'advanced')).rejects.toMatchObject({ code: 'payment_overdue', status: 409 })
    shop.services.clock.advance(7 * DAY - 60_000)
    await shop.endPeriods()
    expect((await shop.get(userId)).version).toBe(overdue.version)
    // a repeated event does not restart the grace period
    shop.stripe.state.emit('invoice.payment_failed', { id: 'in_again', customer: subscription.customer })
    await shop.deliverAll()
    shop.services.clock.advance(60_000)
    await shop.endPeriods()
    await shop.endPeriods()
    expect(await shop.get(userId)).toEqual({ ...overdue, version: overdue.version + 1 })
    shop.stripe.declineCards(subscription, false)
    shop.stripe.settle(subscription)
    await shop.deliverAll()
    const back = { status: 'active', pastDueSince: null, version: overdue.version + 2 }
    expect(await shop.get(userId)).toMatchObject({ ...back, storageLimit: 3 * TB })
  })
})

describe('dispute notices', () => {
  it('each refund and dispute is recorded once with its current state', async () => {
    const { userId, subscription } = await shop.createCustomer('studio')
    const charge = shop.stripe.chargeOf(subscription)
    shop.stripe.refund(subscription)
    const dispute = shop.stripe.dispute(subscription)
    const events = shop.stripe.takeEvents()
    await shop.deliver([...events, ...events])
    await shop.services.settle()
    dispute.status = 'lost'
    shop.stripe.state.emit('charge.dispute.closed', dispute)
    await shop.deliverAll()
    const sql = `SELECT id, kind, amount::int, status, reason FROM dispute_notices WHERE user_id = $1 ORDER BY kind`
    expect(await shop.services.db('billing').sql(sql, [userId])).toEqual([
      { id: dispute.id, kind: 'dispute', amount: 7900, status: 'lost', reason: 'fraudulent' },
      { id: charge.id, kind: 'refund', amount: 7900, status: 'full', reason: null },
    ])
  })
})

describe('the daily reconciliation', () => {
  const reconcile = () => shop.services.runJob('billing', Reconcile)
  it('finds changes and deletions without an event, and runs once a day', async () => {
    const customers = await Promise.all(
      (['starter', 'professional', 'studio'] as Tier[]).map(tier => shop.createCustomer(tier)),
    )
    const [changed, ended, same] = customers.map(({ userId, subscription }) => ({ userId, subscription }))
    if (!changed || !ended || !same) throw new Error('no subscription was bought')
    const before = await shop.get(same.userId)
    const studio = [...shop.stripe.state.prices.values()].find(price => price.lookup_key === 'daymark_studio_monthly')
    if (studio) changed.subscription.items.data[0].price = studio
    shop.stripe.cancelNow(ended.subscription)
    shop.stripe.takeEvents()
    shop.services.clock.advance(2 * DAY)
    await reconcile()
    expect(await shop.get(changed.userId)).toMatchObject({ tier: 'studio' })
    expect(await shop.get(ended.userId)).toMatchObject({ status: 'canceled' })
    expect(await shop.get(same.userId)).toEqual(before)
    const requestCount = shop.stripe.server.requests.length
    await reconcile()
    expect(shop.stripe.server.requests).toHaveLength(requestCount)
    shop.services.clock.advance(DAY + 1)
    await reconcile()
    expect(shop.stripe.server.requests.length).toBeGreaterThan(requestCount)
  })

  it('ignores subscriptions of the customer to other products', async () => {
    const { userId, subscription } = await shop.createCustomer('studio')
    const prints = shop.stripe.subscribe(String(subscription.customer), 'studio')
    prints.items.data[0].price = { ...prints.items.data[0].price, lookup_key: null, product: 'prod_prints' }
    shop.stripe.cancelNow(subscription)
    shop.stripe.takeEvents()
    shop.services.clock.advance(2 * DAY)
    await reconcile()
    expect(await shop.get(userId)).toMatchObject({ status: 'canceled' })
  })

  it('restores the plan after the clock was wrong for a while', async () => {
    const { userId } = await shop.createCustomer('studio')
    await shop.setCancel(userId, true)
    shop.services.clock.jump(400 * DAY)
    await shop.endPeriods()
    expect(await shop.get(userId)).toMatchObject({ status: 'canceled' })
    await reconcile()
    shop.services.clock.jump(-400 * DAY)
    shop.services.clock.advance(DAY + 1)
    await reconcile()
    const { version } = await shop.get(userId)
    expect(await shop.get(userId)).toMatchObject({ status: 'active', cancelAtPeriodEnd: true, managed: true })
    shop.services.clock.advance(31 * DAY)
    await shop.endPeriods()
    expect(await shop.get(userId)).toMatchObject({ status: 'canceled', version: version + 1 })
  })
})
