import type { http, Tier } from '@daymark/contracts'
import { pollUntil, TestStripe } from '@daymark/testing/outside'
import type { SignedInUser } from '../support/accounts.ts'
import { install, type Installation, SERVICES } from '../support/installation.ts'

const bus = process.env['DAYMARK_TEST_BUS'] === 'nats' ? 'nats' : 'memory'
type Checkout = { checkoutUrl: string | null; changed: boolean }

describe(`kill -9 while money moves, ${bus} bus`, () => {
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
    await billing?.kill9()
    await billing?.start()
  }
  const checkout = (who: SignedInUser, tier: Tier) => who.post<Checkout>('/api/subscription/checkout', { tier })
  const planOf = async (who: SignedInUser) => {
    const { body } = await who.get<http.Subscription>('/api/subscription')
    return [body.tier, body.status, body.managed]
  }
  /** As Stripe does it: again until it is taken. */
  const tell = async (events: object[]) => {
    for (const event of events) await pollUntil('the event is taken', async () => (await delivered(event)) === 200)
  }
  const delivered = async (event: object): Promise<number | undefined> => {
    const { payload, signature } = stripe.signed(event)
    const headers = { 'stripe-signature': signature }
    const sent = fetch(`${place.url}/api/billing/webhook`, { method: 'POST', body: payload, headers })
    return (await sent.catch(() => undefined))?.status // nobody is there
  }
  const becomes = (who: SignedInUser, tier: Tier) =>
    pollUntil(`the plan is ${tier}`, async () => {
      const plan = await planOf(who).catch(() => [])
      return JSON.stringify(plan) === JSON.stringify([tier, 'active', true])
    })
  const untilAnswered = async (who: SignedInUser, tier: Tier): Promise<Checkout> => {
    let body: Checkout | undefined
    await pollUntil(`${tier} is answered`, async () => {
      const answer = await checkout(who, tier).catch(() => undefined) // nobody is there
      if (answer?.status === 200) body = answer.body
      return body !== undefined
    })
    return body as Checkout
  }

  it('between the event of a purchase and what it means: what is paid is there', async () => {
    const who = await place.createUser({ tier: 'starter' })
    const { checkoutUrl } = (await checkout(who, 'professional')).body
    stripe.pay(checkoutUrl ?? '')
    const early = stripe.server.holdNext()
    const told = stripe.untold()
    await tell(told)
    await early.reached
    await crash()
    early.release()
    await becomes(who, 'professional')
    await tell(told)
    await place.settle()
    const ids = told.map(({ id }) => id)
    const handled = 'SELECT id FROM billing.provider_events WHERE id = ANY($1)'
    expect(await place.query(handled, [ids])).toHaveLength(ids.length)
    expect(await place.query('SELECT reason FROM billing.dead_letters')).toEqual([])
  })

  it('while a page is opened: one customer, and one page to pay on', async () => {
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
    await tell(stripe.untold())
    await becomes(who, 'studio')
  })

  it('while a plan is changed: the change that Stripe made is there, once', async () => {
    const who = await place.createUser({ tier: 'starter' })
    const bought = stripe.pay((await checkout(who, 'starter')).body.checkoutUrl ?? '')
    await tell(stripe.untold())
    await becomes(who, 'starter')
    const held = stripe.server.holdNext(`/v1/subscriptions/${bought.id}`)
    const asked = checkout(who, 'studio').catch(() => undefined)
    await held.reached
    await crash()
    held.release()
    await asked
    expect((await untilAnswered(who, 'studio')).changed).toBe(true)
    await becomes(who, 'studio')
    await tell(stripe.untold())
    await place.settle()
    expect([...stripe.state.subscriptions.values()].filter(one => one.customer === bought.customer)).toEqual([bought])
    const bills = [...stripe.state.invoices.values()].filter(one => one.customer === bought.customer)
    expect(bills.map(({ total }) => total)).toEqual([700, 7200])
  })

  it('while an account is closed: its plan ends by that, and is renewed again when the account is kept', async () => {
    const who = await place.createUser({ tier: 'starter' })
    const bought = stripe.pay((await checkout(who, 'professional')).body.checkoutUrl ?? '')
    await tell(stripe.untold())
    await becomes(who, 'professional')
    const marked = async () => {
      const sql = 'SELECT ends_by_deletion AS "isMarked" FROM billing.subscriptions WHERE user_id = $1'
      return (await place.query<{ isMarked: boolean }>(sql, [who.id]))[0]?.isMarked
    }
    const lost = stripe.server.loseNext(`/v1/subscriptions/${bought.id}`)
    expect((await who.delete('/api/settings/account', { current_password: who.password })).status).toBe(200)
    await lost.reached
    // it says that it was us, and Stripe has not heard of it
    expect([await marked(), bought.cancel_at_period_end]).toEqual([true, false])
    await crash()
    lost.release()
    await pollUntil('nothing more is paid', () => bought.cancel_at_period_end)
    await place.settle()
    expect(await marked()).toBe(true)

    const signIn = { username: who.email, password: who.password }
    const { body } = await who.post<{ challenge: string }>('/api/auth/login', signIn)
    expect((await who.post('/api/auth/keep-account', { challenge: body.challenge })).status).toBe(200)
    await pollUntil('it is renewed again', () => !bought.cancel_at_period_end)
    await place.settle()
    expect([await marked(), bought.status]).toEqual([false, 'active'])
    expect(await place.query('SELECT reason FROM billing.dead_letters')).toEqual([])
  })
})
