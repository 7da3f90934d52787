import { type Actor, billing, type Input, type InvoiceView } from '@daymark/contracts'
import { Handles, RpcHandlers } from '@daymark/platform'
import type Stripe from 'stripe'
import { BillingConfig } from '../config.ts'
import { Subscriptions } from '../subscriptions/subscriptions.ts'
import { Customers } from './customers.ts'
import { ProviderSubscriptions } from './provider-subscriptions.ts'
import { StripeAccount } from './stripe-account.ts'
import { isMissingAtStripe } from './stripe-client.ts'

/** Maximum number of listed invoices, which covers one year of monthly payments. The portal shows all invoices. */
const MAX_INVOICES = 12

@RpcHandlers()
export class ProviderHandlers {
  constructor(
    private readonly config: BillingConfig,
    private readonly stripe: StripeAccount,
    private readonly subscriptions: Subscriptions,
    private readonly provider: ProviderSubscriptions,
    private readonly customers: Customers,
  ) {}

  /** Returns the settings for the browser. Without a payment provider, plans are in test mode (rule 11). */
  @Handles(billing.getConfig)
  async getConfig() {
    const { isConfigured: configured } = this.stripe
    const publishableKey = this.config.stripePublishableKey ?? null
    return { configured, publishableKey, testMode: !configured }
  }

  @Handles(billing.listInvoices)
  async listInvoices(_: Input<typeof billing.listInvoices>, actor: Actor) {
    const { customerId: customer } = await this.subscriptions.findOfCaller(actor)
    if (customer === null || !this.stripe.isConfigured) return { invoices: [] }
    return {
      invoices: (await this.readInvoices(customer)).filter(({ status }) => status !== 'draft').map(toInvoiceView),
    }
  }

  private async readInvoices(customer: string): Promise<Stripe.Invoice[]> {
    try {
      return (await this.stripe.call(stripe => stripe.invoices.list({ customer, limit: MAX_INVOICES }))).data
    } catch (error) {
      if (isMissingAtStripe(error)) return []
      throw error
    }
  }

  @Handles(billing.openPortal)
  async openPortal({ email, site }: Input<typeof billing.openPortal>, actor: Actor) {
    const { userId } = await this.subscriptions.findOfCaller(actor)
    if (!this.stripe.isConfigured) return { portalUrl: null }
    // removes the stored id of a customer that was deleted at Stripe, because the portal cannot open for such a customer
    const { subscription } = await this.provider.sync(userId)
    const customer = await this.customers.getOrCreate(subscription, email)
    const configuration = await this.stripe.findPortalConfigurationId()
    const { url } = await this.stripe.call(stripe =>
      stripe.billingPortal.sessions.create({ customer, return_url: `${site}/billing`, configuration }),
    )
    return { portalUrl: url }
  }
}

const toInvoiceView = (invoice: Stripe.Invoice): InvoiceView => ({
  id: invoice.id ?? '',
  number: invoice.number,
  status: invoice.status ?? 'open',
  createdAt: new Date(invoice.created * 1000).toISOString(),
  total: invoice.total,
  currency: invoice.currency,
  url: invoice.hosted_invoice_url ?? null,
  pdf: invoice.invoice_pdf ?? null,
})
