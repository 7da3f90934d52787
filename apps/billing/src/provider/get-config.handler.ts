import { billing } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { BillingConfig } from '../config.ts'
import { StripeAccount } from './stripe-account.ts'

/** Without a card provider everything runs in test mode (rule 11). */
@Handles(billing.getConfig)
export class GetConfig implements Handler<typeof billing.getConfig> {
  private readonly config: BillingConfig
  private readonly stripe: StripeAccount
  constructor(config: BillingConfig, stripe: StripeAccount) {
    this.config = config
    this.stripe = stripe
  }

  async handle() {
    const { configured } = this.stripe
    const publishableKey = this.config.stripePublishableKey ?? null
    return { configured, publishableKey, testMode: !configured }
  }
}
