import { TestStripe } from '@daymark/testing'
import { billingService, setUpStripe } from '../src/index.ts'

const PUBLIC_URL = 'https://photos.example'
let stripe: TestStripe
let env: Record<string, string>
beforeEach(async () => {
  stripe = await TestStripe.start()
  env = { ...stripe.env, DAYMARK_PUBLIC_URL: PUBLIC_URL }
})
afterEach(() => stripe.stop())

async function setUp(settings = env): Promise<string[]> {
  const printed: string[] = []
  await setUpStripe(settings, line => printed.push(line))
  return printed
}
const doctor = async () => {
  const checks = (await billingService.doctor?.(env)) ?? []
  return Object.fromEntries(checks.map(({ name, ok, message }) => [name, ok ? 'ok' : message]))
}
const listWrites = () => stripe.server.requests.filter(line => !line.startsWith('GET'))

describe('daymark stripe setup', () => {
  it('creates all required objects and prints them; a second run changes nothing', async () => {
    const printed = await setUp()
    expect(printed[0]).toBe('Stripe account acct_daymark, test mode')
    for (const tier of ['starter', 'professional', 'advanced', 'studio'])
      expect(printed.join('\n')).toMatch(new RegExp(`price daymark_${tier}_monthly, \\$\\d+ a month: created`))
    expect(printed).toContain('configuration of the customer portal: created')
    expect(printed.at(-1)).toMatch(/^DAYMARK_BILLING_STRIPE_WEBHOOK_SECRET=whsec_\w+$/)
    expect([...stripe.state.prices.values()].map(one => one.unit_amount)).toEqual([700, 1900, 3900, 7900])
    expect([...stripe.state.endpoints.values()].map(({ url }) => url)).toEqual([`${PUBLIC_URL}/api/billing/webhook`])
    const before = listWrites().length
    const again = await setUp()
    expect(listWrites()).toHaveLength(before)
    expect(again.slice(1).every(line => line.endsWith('unchanged'))).toBe(true)
    expect(again.join('\n')).not.toContain('whsec_')
  })

  it('restores changed objects and leaves the others unchanged', async () => {
    await setUp()
    const [price] = stripe.state.prices.values()
    const [endpoint] = stripe.state.endpoints.values()
    if (price) price.unit_amount = 500
    if (endpoint) Object.assign(endpoint, { enabled_events: ['invoice.paid'], status: 'disabled' })
    for (const product of stripe.state.products.values()) if (product.id === 'daymark_studio') product.active = false
    const printed = await setUp()
    expect(printed.filter(line => !line.endsWith('unchanged')).slice(1)).toEqual([
      'price daymark_starter_monthly, $7 a month: replaced; existing subscriptions keep the old price',
      'product Daymark Studio: reactivated',
      'configuration of the customer portal: updated',
      `webhook endpoint ${PUBLIC_URL}/api/billing/webhook: updated`,
    ])
    expect(price?.lookup_key).toBeNull()
    expect(endpoint).toMatchObject({ status: 'enabled', enabled_events: expect.arrayContaining(['charge.refunded']) })
  })

  it('prints why it cannot continue', async () => {
    await expect(setUp({})).rejects.toThrow('Set DAYMARK_BILLING_STRIPE_SECRET_KEY first')
    const wrong = { ...env, DAYMARK_BILLING_STRIPE_SECRET_KEY: 'sk_test_wrong' }
    await expect(setUp(wrong)).rejects.toThrow('Stripe error: Invalid API Key provided')
    const home = await setUp({ ...env, DAYMARK_PUBLIC_URL: 'http://localhost:8080' })
    expect(home.at(-1)).toContain('stripe listen --forward-to http://localhost:8080/api/billing/webhook')
    expect(stripe.state.endpoints.size).toBe(0)
  })
})

describe('daymark doctor', () => {
  it('names everything that is missing for selling plans', async () => {
    expect(await doctor()).toEqual({
      stripe: 'ok',
      'stripe browser key': 'ok',
      'stripe tax': 'ok',
      'stripe prices': expect.stringContaining('daymark_starter_monthly, daymark_professional_monthly'),
      'stripe portal': expect.stringContaining('daymark stripe setup'),
      'stripe webhook': expect.stringContaining(`Stripe has no webhook endpoint ${PUBLIC_URL}/api/billing/webhook`),
    })
    await setUp()
    expect(new Set(Object.values(await doctor()))).toEqual(new Set(['ok']))
    const [price] = stripe.state.prices.values()
    const [endpoint] = stripe.state.endpoints.values()
    if (price) price.unit_amount = 500
    if (endpoint) endpoint.enabled_events = ['invoice.paid']
    env['DAYMARK_BILLING_STRIPE_TAX'] = 'true'
    delete env['DAYMARK_BILLING_STRIPE_PUBLISHABLE_KEY']
    expect(await doctor()).toMatchObject({
      'stripe prices': expect.stringContaining('daymark_starter_monthly missing or of another amount'),
      'stripe webhook': expect.stringContaining('does not receive'),
      'stripe tax': expect.stringContaining('Stripe Tax is enabled here but not set up'),
      'stripe browser key': expect.stringContaining('is not set'),
    })
  })

  it('reports test mode without keys', async () => {
    env = {}
    expect(await doctor()).toEqual({ stripe: 'ok' })
  })
})
