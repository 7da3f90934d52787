import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { billing } from '@daymark/contracts'
import { actorOf, describeWith, pollUntil, freePort } from '@daymark/testing'
import { setUpStripe } from '../src/index.ts'
import { Reconcile } from '../src/subscriptions/subscriptions.jobs.ts'
import { Shop } from './support/shop.ts'

const DAY = 86_400_000
type Request = { method: string; url: string; body: string }

/** The server stripe-mock, which validates requests against the OpenAPI description of Stripe. */
class StripeMock {
  private constructor(
    private readonly port: number,
    private readonly child: ChildProcess,
  ) {}
  static async start(): Promise<StripeMock> {
    const port = await freePort()
    const args = ['-http-port', String(port), '-strict-version-check=false']
    const mock = new StripeMock(port, spawn('stripe-mock', args, { stdio: 'ignore' }))
    const validateAccount = () => mock.validate({ method: 'GET', url: '/v1/account', body: '' }).catch(() => undefined)
    await pollUntil('stripe-mock answers', async () => (await validateAccount()) === '')
    return mock
  }
  /** Returns the error of an invalid request, or an empty text if the request is valid. */
  async validate({ method, url, body }: Request): Promise<string> {
    const headers = { authorization: 'Bearer sk_test_123', 'content-type': 'application/x-www-form-urlencoded' }
    const form = method === 'POST' ? { body } : {}
    const answer = await fetch(`http://127.0.0.1:${this.port}${url}`, { method, headers, ...form })
    const text = await answer.text()
    return answer.ok ? '' : `${method} ${url} ${body}: ${text}`
  }
  async stop(): Promise<void> {
    const exited = once(this.child, 'exit')
    this.child.kill()
    await exited
  }
}

describeWith('stripe-mock')('requests to Stripe match its OpenAPI description', () => {
  let shop: Shop
  let mock: StripeMock
  beforeAll(async () => {
    const tax = { DAYMARK_BILLING_STRIPE_TAX: 'true' }
    ;[shop, mock] = await Promise.all([Shop.open({ env: tax }), StripeMock.start()])
  })
  afterAll(() => Promise.all([shop.stop(), mock.stop()]))

  it('including those of setup, cancellation, refunds, disputes and reconciliation', async () => {
    await makeEveryCall(shop)
    const shapes = new Map(shop.stripe.server.raw.map(one => [shapeOf(one), one]))
    expect(shapes.size).toBeGreaterThan(20)
    expect((await Promise.all([...shapes.values()].map(one => mock.validate(one)))).filter(Boolean)).toEqual([])
    const wrong = { method: 'POST', url: '/v1/checkout/sessions', body: 'mode=subscription&no_such_thing=1' }
    expect(await mock.validate(wrong)).toContain('no_such_thing')
  })
})

async function makeEveryCall(shop: Shop): Promise<void> {
  const { stripe, services } = shop
  const env = { ...stripe.env, DAYMARK_PUBLIC_URL: 'https://photos.example' }
  await setUpStripe(env, () => {})
  for (const one of stripe.state.endpoints.values()) one.status = 'disabled'
  for (const one of stripe.state.configurations.values()) one.metadata = { daymark: 'setup' }
  for (const one of stripe.state.products.values()) one.active = false
  await setUpStripe(env, () => {})
  const { userId, subscription } = await shop.createCustomer('professional')
  await shop.checkout(userId, 'studio')
  await shop.checkout(userId, 'starter')
  await shop.setCancel(userId, true)
  await shop.setCancel(userId, false)
  subscription.cancel_at = subscription.items.data[0].current_period_end
  await services.rpc.call(billing.refresh, {}, actorOf(userId))
  await shop.setCancel(userId, false)
  await shop.openPortal(userId)
  await services.rpc.call(billing.listInvoices, {}, actorOf(userId))
  stripe.refund(subscription)
  stripe.dispute(subscription)
  services.clock.advance(1000)
  stripe.subscribe(subscription.customer, 'studio')
  await shop.deliverAll()
  services.clock.advance(2 * DAY)
  await services.runJob('billing', Reconcile)
  const other = await shop.createUser()
  await shop.checkout(other, 'studio')
  await shop.checkout(other, 'starter')
}

/** Returns the method, the path without ids, and the parameter names of a request. */
const shapeOf = ({ method, url, body }: Request): string => {
  const [path = '', query = ''] = url.split('?')
  const names = [...new URLSearchParams(query || body).keys()].toSorted()
  return [method, path.replaceAll(/[a-z]+_\w{6,}/g, ':id'), ...names].join(' ')
}
