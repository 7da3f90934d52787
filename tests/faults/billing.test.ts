import type { http, Tier } from '@daymark/contracts'
import { pollUntil, TestStripe } from '@daymark/testing/outside'
import type { SignedInUser } from '../support/accounts.ts'
import { install, type Installation, SERVICES } from '../support/installation.ts'

const bus = process.env['DAYMARK_TEST_BUS'] === 'nats' ? 'nats' : 'memory'
type Checkout = { checkoutUrl: string | null; changed: boolean }

describe(`kill -9 of billing during payments, ${bus} bus`, () => {
  let stripe: TestStripe
  let place: Installation
  beforeAll(async () => {
    stripe = (await TestStripe.start()).withPrices()
    place = await install(bus, stripe.env)
    await place.photographer()
  })
  afterAll(async () => {
    await place?.stop()
    await stripe.stop()
  })

  const crash = async () => {
    const billing = place.servers[bus === 'nats' ? SERVICES.indexOf('billing') : 0]
    await billing?.kill()
    await billing?.start()
  }
  const checkout = (who: SignedInUser, tier: Tier) => who.post<Checkout>('/api/subscription/checkout', { tier })
  const planOf = async (who: SignedInUser) => {
    const { body } = await who.get<http.Subscription>('/api/subscription')
    return [body.tier, body.status, body.managed]
  }
  /** Retries each delivery until it is accepted, as Stripe does. */
  const deliver = async (events: object[]) => {
    for (const event of events) await pollUntil('the event is accepted', async () => (await delivered(event)) === 200)
  }
  const delivered = async (event: object): Promise<number | undefined> => {
    const { payload, signature } = stripe.signed(event)
    const headers = { 'stripe-signature': signature }
    const sent = fetch(`${place.url}/api/billing/webhook`, { method: 'POST', body: payload, headers })
    return (await sent.catch(() => undefined))?.status // the server is down
  }
  const becomes = (who: SignedInUser, tier: Tier) =>
    pollUntil(`the plan is ${tier}`, async () => {
      const plan = await planOf(who).catch(() => [])
      return JSON.stringify(plan) === JSON.stringify([tier, 'active', true])
    })
  const untilAnswered = async (who: SignedInUser, tier: Tier): Promise<Checkout> => {
    let body: Checkout | undefined
    await pollUntil(`${tier} is answered`, async () => {
      const answer = await checkout(who, tier).catch(() => undefined) // the server is down
      if (answer?.status === 200) body = answer.body
      return body !== undefined
    })
    return body as Checkout
  }

  it('while the event of a purchase is processed: the paid plan becomes active', async () => {
    const who = await place.createUser({ tier: 'starter' })
    const { checkoutUrl } = (await checkout(who, 'professional')).body
    stripe.pay(checkoutUrl ?? '')
    const early = stripe.server.holdNext()
    const events = stripe.takeEvents()
    await deliver(events)
    await early.reached
    await crash()
    early.release()
    await becomes(who, 'professional')
    await deliver(events)
    await place.settle()
    const ids = events.map(({ id }) => id)
    const handled = 'SELECT id FROM billing.provider_events WHERE id = ANY($1)'
    expect(await place.query(handled, [ids])).toHaveLength(ids.length)
    expect(await place.query('SELECT reason FROM billing.dead_letters')).toEqual([])
  })

  it('while a checkout is created: one customer and one checkout page exist', async () => {
    const who = await place.createUser({ tier: 'starter' })
    const [customers, pages] = [stripe.state.customers.size, stripe.state.sessions.size]
    const held = stripe.server.holdNext('/v1/checkout/sessions')
    const asked = checkout(who, 'studio').catch(() => undefined)
    await held.reached
    await crash()
    held.release()
    await asked
    const { checkoutUrl } = await untilAnswered(who, 'studio')
    expect([stripe.state.customers.size, stripe.state.sessions.size]).toEqual([customers + 1, pages + 1])
    stripe.pay(checkoutUrl ?? '')
    await deliver(stripe.takeEvents())
    await becomes(who, 'studio')
  })

  it('while a plan is changed: the change is made once', async () => {
    const who = await place.createUser({ tier: 'starter' })
    const bought = stripe.pay((await checkout(who, 'starter')).body.checkoutUrl ?? '')
    await deliver(stripe.takeEvents())
    await becomes(who, 'starter')
    const held = stripe.server.holdNext(`/v1/subscriptions/${bought.id}`)
    const asked = checkout(who, 'studio').catch(() => undefined)
    await held.reached
    await crash()
    held.release()
    await asked
    expect((await untilAnswered(who, 'studio')).changed).toBe(true)
    await becomes(who, 'studio')
    await deliver(stripe.takeEvents())
    await place.settle()
    expect([...stripe.state.subscriptions.values()].filter(one => one.customer === bought.customer)).toEqual([bought])
    const bills = [...stripe.state.invoices.values()].filter(one => one.customer === bought.customer)
    expect(bills.map(({ total }) => total)).toEqual([700, 7200])
  })

  it('while an account is closed: the plan is canceled, and is resumed when the account is kept', async () => {
    const who = await place.createUser({ tier: 'starter' })
    const bought = stripe.pay((await checkout(who, 'professional')).body.checkoutUrl ?? '')
    await deliver(stripe.takeEvents())
    await becomes(who, 'professional')
    const marked = async () => {
      const sql = 'SELECT ends_by_deletion AS "isMarked" FROM billing.subscriptions WHERE user_id = $1'
      return (await place.query<{ isMarked: boolean }>(sql, [who.id]))[0]?.isMarked
    }
    const lost = stripe.server.loseNext(`/v1/subscriptions/${bought.id}`)
    expect((await who.delete('/api/settings/account', { current_password: who.password })).status).toBe(200)
    await lost.reached
    // billing has recorded the cancellation, and Stripe has not received it
    expect([await marked(), bought.cancel_at_period_end]).toEqual([true, false])
    await crash()
    lost.release()
    await pollUntil('the subscription is canceled', () => bought.cancel_at_period_end)
    await place.settle()
    expect(await marked()).toBe(true)

    const signIn = { username: who.email, password: who.password }
    const { body } = await who.post<{ challenge: string }>('/api/auth/login', signIn)
    expect((await who.post('/api/auth/keep-account', { challenge: body.challenge })).status).toBe(200)
    await pollUntil('the subscription is resumed', () => !bought.cancel_at_period_end)
    await pollUntil('billing has recorded it', async () => !(await marked()))
    expect(bought.status).toBe('active')
    expect(await place.query('SELECT reason FROM billing.dead_letters')).toEqual([])
  })
})
