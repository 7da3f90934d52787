import { billing, type Actor, type Input } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { Subscriptions } from '../subscriptions/subscriptions.ts'
import { Customers } from './customers.ts'
import { ProviderSubscriptions } from './provider-subscriptions.ts'
import { StripeAccount } from './stripe-account.ts'

@Handles(billing.openPortal)
export class OpenPortal implements Handler<typeof billing.openPortal> {
  constructor(
    private readonly own: Subscriptions,
    private readonly provider: ProviderSubscriptions,
    private readonly customers: Customers,
    private readonly stripe: StripeAccount,
  ) {}

  async handle({ email, site }: Input<typeof billing.openPortal>, actor: Actor) {
    const { userId } = await this.own.of(actor)
    if (!this.stripe.configured) return { portalUrl: null }
    // a customer that is gone would open nothing
    const { subscription } = await this.provider.read(userId)
    const customer = await this.customers.of(subscription, email)
    const configuration = await this.stripe.portal()
    const { url } = await this.stripe.ask(stripe =>
      stripe.billingPortal.sessions.create({ customer, return_url: `${site}/billing`, configuration }),
    )
    return { portalUrl: url }
  }
}
