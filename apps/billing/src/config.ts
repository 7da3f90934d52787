import { Config } from '@daymark/platform'
import { z } from 'zod'

const secretKey = z
  .string()
  .regex(/^[sr]k_(test|live)_/, 'a secret or restricted key begins with sk_test_, sk_live_, rk_test_ or rk_live_')
const publishableKey = z
  .string()
  // this key is sent to browsers, so the pattern must never match a secret key
  .regex(/^pk_(test|live)_/, 'a publishable key begins with pk_test_ or pk_live_')

const settings = z.object({
  stripeSecretKey: secretKey
    .optional()
    .describe(
      'Secret or restricted key of the Stripe account. If unset, plans are changed without payment (test mode)',
    ),
  stripePublishableKey: publishableKey
    .optional()
    .describe('Publishable key of the same Stripe account. Browsers receive only this key'),
  stripeWebhookSecret: z
    .string()
    .regex(/^whsec_\S+$/, 'a webhook secret begins with whsec_')
    .optional()
    .describe(
      'Signing secret of the webhook endpoint, as printed by `daymark stripe setup`. Required with a secret key',
    ),
  stripeTax: z
    .enum(['true', 'false'])
    .default('false')
    .transform(word => word === 'true')
    .describe('Whether Stripe Tax adds taxes to purchases. Set up Stripe Tax in the Stripe account first'),
  stripeApiBase: z.url().optional().describe('Address of a Stripe mock for tests. If unset, the Stripe API is used'),
})
export type StripeSettings = z.infer<typeof settings>

/** Returns true if payments with this key are real, and false for a key of Stripe's test mode. */
export const isLive = (key: string): boolean => /^[a-z]k_live_/.test(key)

/** The settings without the checks of `BillingConfig`, for commands that run before a webhook secret exists. */
export class StripeConfig extends Config('DAYMARK_BILLING', settings) {}

/**
 * The checked settings. A secret key requires a webhook secret, because without one no payment would be recorded. The secret and the
 * publishable key must both be for test or both for live mode.
 */
export class BillingConfig extends Config(
  'DAYMARK_BILLING',
  settings.superRefine(({ stripeSecretKey: key, stripeWebhookSecret: webhook, stripePublishableKey: pub }, context) => {
    const reject = (field: keyof StripeSettings, message: string): void =>
      void context.addIssue({ code: 'custom', path: [field], message })
    if (key && !webhook) reject('stripeWebhookSecret', 'it is required with a secret key')
    if (!key && (webhook || pub)) reject('stripeSecretKey', 'it is missing although other keys of Stripe are set')
    if (key && pub && isLive(key) !== isLive(pub))
      reject('stripePublishableKey', 'it is of another mode (test or live) than the secret key')
  }),
) {}
