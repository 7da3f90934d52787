import { billing } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { BillingConfig } from '../config.ts'
import { StripeAccount } from './stripe-account.ts'

/** Without a card provider everything runs in test mode (rule 11). */
@Handles(billing.getConfig)
export class GetConfig implements Handler<typeof billing.getConfig> {
  constructor(
    private readonly config: BillingConfig,
    private readonly stripe: StripeAccount,
  ) {}

  async handle() {
    const { configured } = this.stripe
    const publishableKey = this.config.stripePublishableKey ?? null
    return { configured, publishableKey, testMode: !configured }
  }
}
