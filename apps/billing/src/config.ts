import { Config } from '@daymark/platform'
import { z } from 'zod'

const secretKey = z
  .string()
  .regex(/^[sr]k_(test|live)_/, 'a secret or restricted key begins with sk_test_, sk_live_, rk_test_ or rk_live_')
const publishableKey = z
  .string()
  // sent to browsers, so a secret key must never be accepted here
  .regex(/^pk_(test|live)_/, 'a publishable key begins with pk_test_ or pk_live_')

const settings = z.object({
  stripeSecretKey: secretKey
    .optional()
    .describe(
      'Secret or restricted key of the Stripe account. Unset: test mode, in which plans are switched without payment',
    ),
  stripePublishableKey: publishableKey
    .optional()
    .describe('Publishable key of the same account. Browsers receive only this key'),
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
    .describe('Whether Stripe Tax adds taxes to purchases. Set it up in the Stripe account first'),
  stripeApiBase: z.url().optional().describe('Address of a Stripe mock for tests. Unset: the Stripe API'),
})
export type StripeSettings = z.infer<typeof settings>

/** Whether payments with this key are real. */
export const isLive = (key: string): boolean => /^[a-z]k_live_/.test(key)

/** For commands that run before a webhook secret exists. */
export class StripeConfig extends Config('DAYMARK_BILLING', settings) {}

/** Rejects incomplete keys. Without a webhook secret, no payment would be recorded; both keys must be of the same mode. */
export class BillingConfig extends Config(
  'DAYMARK_BILLING',
  settings.superRefine(({ stripeSecretKey: key, stripeWebhookSecret: webhook, stripePublishableKey: pub }, context) => {
    const refuse = (field: keyof StripeSettings, message: string): void =>
      void context.addIssue({ code: 'custom', path: [field], message })
    if (key && !webhook) refuse('stripeWebhookSecret', 'it is required with a secret key')
    if (!key && (webhook || pub)) refuse('stripeSecretKey', 'it is missing although other keys of Stripe are set')
    if (key && pub && isLive(key) !== isLive(pub))
      refuse('stripePublishableKey', 'it is of another mode (test or live) than the secret key')
  }),
) {}
