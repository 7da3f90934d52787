import { rmSync } from 'node:fs'
import type { http, Tier } from '@daymark/contracts'
import { TestStripe } from '@daymark/testing/outside'
import { Mailbox } from '@daymark/testing/mailbox'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'
import { smallWebApp } from '../../support/domains.ts'

const DAY = 86_400_000
const GB = 1024 ** 3
const PUBLIC = 'https://photos.example.com'
const WEBHOOK = '/api/billing/webhook'
const time = { now: () => new Date() }
const web = smallWebApp()

let stripe: TestStripe
let mailbox: Mailbox
beforeAll(async () => {
  stripe = (await TestStripe.start({ now: () => time.now() })).withPrices()
  mailbox = await Mailbox.open()
})
const daymark = setUpDaymark(() => ({
  env: { ...stripe.env, ...mailbox.env, DAYMARK_WEB_DIR: web, DAYMARK_PUBLIC_URL: PUBLIC },
}))
beforeAll(() => {
  time.now = () => daymark.clock.now()
})
afterAll(async () => {
  await stripe.stop()
  await mailbox.stop()
  rmSync(web, { recursive: true })
})

type Checkout = { checkoutUrl: string | null; testMode: boolean; changed: boolean }
const checkout = async (visitor: SignedInUser, tier: Tier) =>
  (await visitor.post<Checkout>('/api/subscription/checkout', { tier })).body
const subscription = async (visitor: SignedInUser) => (await visitor.get<http.Subscription>('/api/subscription')).body
const me = async (visitor: SignedInUser) => (await visitor.get<http.User>('/api/auth/me')).body

/** Delivers like Stripe: the signed bytes and a signature header. */
const deliver = (payload: string | Uint8Array<ArrayBuffer>, signature: string, path = WEBHOOK) =>
  fetch(daymark.url + path, {
    method: 'POST',
    body: payload,
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
  })
async function deliverEvents(): Promise<void> {
  for (const event of stripe.takeEvents()) {
    const { payload, signature } = stripe.signed(event)
    expect((await deliver(payload, signature)).status).toBe(200)
  }
  await daymark.settle()
}
async function customer(tier: Tier) {
  const user = await daymark.createUser({ tier: 'starter' })
  const subscriptionId = stripe.pay((await checkout(user, tier)).checkoutUrl ?? '')
  await deliverEvents()
  return { user, subscriptionId }
}
const newAlbums = async (visitor: SignedInUser, count: number) => {
  const statuses = new Set<number>()
  for (let n = 0; n < count; n++) statuses.add((await visitor.post('/api/albums', { title: `Album ${n}` })).status)
  return [...statuses]
}

describe('buying a plan', () => {
  it('S-SUB-05 S-SUB-08 a payment at Stripe activates the features of the plan', async () => {
    const user = await daymark.createUser({ tier: 'starter' })
    const config = { configured: true, publishableKey: 'pk_test_daymark', testMode: false }
    expect((await user.get('/api/subscription/config')).body).toEqual(config)
    const answer = await checkout(user, 'professional')
    expect(answer).toEqual({ checkoutUrl: expect.any(String), testMode: false, changed: false })
    expect(await subscription(user)).toMatchObject({ tier: 'starter', managed: false })
    stripe.pay(answer.checkoutUrl ?? '')
    await deliverEvents()
    const subscriptionId = { tier: 'professional', status: 'active', managed: true, storage: { limit: 500 * GB } }
    expect(await subscription(user)).toMatchObject({ ...subscriptionId, endDate: expect.stringMatching(/Z$/) })
    expect(await me(user)).toMatchObject({ subscription_tier: 'professional', storage_limit: 500 * GB })
    expect(await newAlbums(user, 11)).toEqual([201])
    const [page] = [...stripe.state.sessions.values()].slice(-1)
    expect(page?.success_url).toBe(`${PUBLIC}/billing?checkout=success`)
    const [buyer] = [...stripe.state.customers.values()].slice(-1)
    expect(buyer).toMatchObject({ email: user.email, metadata: { user_id: user.id } })
  })

  it('S-SUB-18 a change of a paid plan applies at once; switching without payment is refused', async () => {
    const { user } = await customer('starter')
    expect(await newAlbums(user, 11)).toEqual([201, 403])
    expect(await checkout(user, 'studio')).toEqual({ checkoutUrl: null, testMode: false, changed: true })
    expect(await newAlbums(user, 1)).toEqual([201])
    expect(await me(user)).toMatchObject({ subscription_tier: 'studio', storage_limit: 3072 * GB })
    const free = await user.post<http.ErrorAnswer>('/api/subscription/update-tier', { tier: 'advanced' })
    expect([free.status, free.body.code]).toEqual([403, 'test_mode_only'])
  })

  it('S-SUB-10 portal and invoices come from Stripe', async () => {
    const { user } = await customer('professional')
    const { body } = await user.post<{ portalUrl: string }>('/api/subscription/portal')
    expect(body).toEqual({ portalUrl: expect.stringMatching(/^https:\/\/billing\.stripe\.test\//) })
    const { body: bills } = await user.get<http.Invoice[]>('/api/subscription/invoices')
    expect(bills).toEqual([
      {
        id: expect.any(String),
        number: expect.any(String),
        status: 'paid',
        total: 1900,
        currency: 'usd',
        date: expect.stringMatching(/Z$/),
        url: expect.any(String),
        pdf: expect.any(String),
      },
    ])
  })

  it('rule 10 an email about a failed payment states the end of the grace period', async () => {
    const { user, subscriptionId } = await customer('studio')
    stripe.declineCards(subscriptionId)
    stripe.passPeriod(subscriptionId)
    await deliverEvents()
    const { status, graceUntil } = await subscription(user)
    expect(status).toBe('past_due')
    expect(Math.abs(Date.parse(graceUntil ?? '') - +daymark.clock.now() - 7 * DAY)).toBeLessThan(60_000)
    const mail = await mailbox.take(user.email, 'Your payment failed')
    expect(mail.text).toContain(graceUntil?.slice(0, 10))
    expect(mail.links).toEqual([`${PUBLIC}/billing`])
  })

  it('while Stripe is unavailable purchases are refused and purchased features work', async () => {
    const { user } = await customer('professional')
    stripe.server.isUnavailable = true
    try {
      const refused = await user.post<http.ErrorAnswer>('/api/subscription/checkout', { tier: 'studio' })
      expect([refused.status, refused.body.code]).toEqual([503, 'provider_unavailable'])
      expect(refused.headers.get('retry-after')).toBe('5')
      expect(await newAlbums(user, 11)).toEqual([201])
    } finally {
      stripe.server.isUnavailable = false
    }
  })
})

describe('the webhook', () => {
  it('verifies the signature of the unchanged body and rejects invalid requests', async () => {
    const event = stripe.state.emit('customer.updated', { id: 'cus_other', name: 'Zoë – 東京 \\u0000' })
    const { payload, signature } = stripe.signed(event)
    expect((await deliver(payload, signature)).status).toBe(200)
    expect((await deliver(payload, signature)).status).toBe(200)
    expect((await deliver(`${payload} `, signature)).status).toBe(400)
    expect((await deliver(payload, '')).status).toBe(400)
    expect((await deliver('', signature)).status).toBe(400)
    expect((await deliver(payload, `${signature},${'v1=aa,'.repeat(1000)}`)).status).toBe(400)
    expect((await deliver(new Uint8Array([0xff, 0xfe, 0x00]), signature)).status).toBe(400)
    expect((await deliver('x'.repeat(300 * 1024), signature)).status).toBe(413)
    expect((await deliver(payload, signature, '/API/billing/webhook')).status).not.toBe(200)
    expect((await fetch(daymark.url + WEBHOOK)).status).toBe(405)
    stripe.takeEvents()
  })
})

describe('S-BILL-06 the script of Stripe', () => {
  const policyOf = async (path: string): Promise<string> =>
    (await fetch(daymark.url + path)).headers.get('content-security-policy') ?? ''

  it('is allowed only on billing screens, and no secret reaches the browser', async () => {
    for (const path of ['/billing', '/billing/', '/settings', '/billing?checkout=success']) {
      const policy = await policyOf(path)
      expect(policy).toMatch(/script-src 'self' [^;]*https:\/\/js\.stripe\.com/)
      expect(policy).toMatch(/frame-src https:\/\/js\.stripe\.com [^;]*https:\/\/hooks\.stripe\.com/)
      expect(policy).toContain("connect-src 'self' https://api.stripe.com")
      expect(policy).toContain("frame-ancestors 'none'")
    }
    for (const path of ['/', '/photos', '/billingx', '/share/abc', '/api/health', '/api/subscription'])
      expect(await policyOf(path)).not.toContain('stripe')
    const { user } = await customer('starter')
    const paths = [
      '/api/subscription',
      '/api/subscription/config',
      '/api/subscription/invoices',
      '/billing',
      '/api/auth/me',
    ]
    for (const path of paths) {
      const { bytes } = await user.get(path)
      for (const secret of [stripe.key, stripe.secret, 'cus_', 'sub_']) expect(bytes.toString()).not.toContain(secret)
    }
  })
})
