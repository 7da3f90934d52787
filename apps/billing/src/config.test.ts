import { loadConfig } from '@daymark/platform'
import { BillingConfig } from './config.ts'

const STRIPE = 'DAYMARK_BILLING_STRIPE_'
const load = (settings: Record<string, string>) =>
  loadConfig(BillingConfig, Object.fromEntries(Object.entries(settings).map(([name, value]) => [STRIPE + name, value])))
const allKeys = { SECRET_KEY: 'sk_test_a', PUBLISHABLE_KEY: 'pk_test_a', WEBHOOK_SECRET: 'whsec_a' }

describe('the keys of Stripe', () => {
  it('rule 11: are accepted if all are set or all are missing', () => {
    expect(load(allKeys)).toMatchObject({
      stripeSecretKey: 'sk_test_a',
      stripeWebhookSecret: 'whsec_a',
      stripeTax: false,
    })
    expect(load({}).stripeSecretKey).toBeUndefined()
  })

  it.each([
    ['a key without its webhook secret', { SECRET_KEY: allKeys.SECRET_KEY }, 'it is required with a secret key'],
    ['an empty webhook secret', { ...allKeys, WEBHOOK_SECRET: '' }, 'it is required with a secret key'],
    [
      'a webhook secret that consists of its prefix only',
      { ...allKeys, WEBHOOK_SECRET: 'whsec_' },
      'begins with whsec_',
    ],
    [
      'a webhook secret without a secret key',
      { WEBHOOK_SECRET: 'whsec_a' },
      'SECRET_KEY cannot be used: it is missing',
    ],
    [
      'a secret key as the publishable key',
      { ...allKeys, PUBLISHABLE_KEY: 'sk_test_a' },
      'begins with pk_test_ or pk_live_',
    ],
    ['a publishable key as the secret key', { ...allKeys, SECRET_KEY: 'pk_test_a' }, 'begins with sk_test_'],
    ['a test key together with a live key', { ...allKeys, PUBLISHABLE_KEY: 'pk_live_a' }, 'of another mode'],
  ])('rejects %s without showing a key', (_, settings, sentence) => {
    expect(() => load(settings)).toThrow(sentence)
    expect(() => load(settings)).not.toThrow(/(_a|sk_test_a|whsec_a)/)
  })
})
