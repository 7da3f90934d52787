import { loadConfig } from '@daymark/platform'
import { BillingConfig } from './config.ts'

const STRIPE = 'DAYMARK_BILLING_STRIPE_'
const load = (settings: Record<string, string>) =>
  loadConfig(BillingConfig, Object.fromEntries(Object.entries(settings).map(([name, value]) => [STRIPE + name, value])))
const all = { SECRET_KEY: 'sk_test_a', PUBLISHABLE_KEY: 'pk_test_a', WEBHOOK_SECRET: 'whsec_a' }

describe('keys of Stripe', () => {
  it('rule 11: are all set or all missing', () => {
    expect(load(all)).toMatchObject({ stripeSecretKey: 'sk_test_a', stripeWebhookSecret: 'whsec_a', stripeTax: false })
    expect(load({}).stripeSecretKey).toBeUndefined()
  })

  it.each([
    ['a key without its webhook secret', { SECRET_KEY: all.SECRET_KEY }, 'it is required with a secret key'],
    ['an empty webhook secret', { ...all, WEBHOOK_SECRET: '' }, 'it is required with a secret key'],
    ['a webhook secret of nothing but its beginning', { ...all, WEBHOOK_SECRET: 'whsec_' }, 'begins with whsec_'],
    ['a webhook secret alone', { WEBHOOK_SECRET: 'whsec_a' }, 'SECRET_KEY cannot be used: it is missing'],
    ['a secret key for the browser', { ...all, PUBLISHABLE_KEY: 'sk_test_a' }, 'begins with pk_test_ or pk_live_'],
    ['a publishable key as the secret key', { ...all, SECRET_KEY: 'pk_test_a' }, 'begins with sk_test_'],
    ['keys of two modes', { ...all, PUBLISHABLE_KEY: 'pk_live_a' }, 'of another mode'],
  ])('rejects %s without showing a key', (_, settings, sentence) => {
    expect(() => load(settings)).toThrow(sentence)
    expect(() => load(settings)).not.toThrow(/(_a|sk_test_a|whsec_a)/)
  })
})
