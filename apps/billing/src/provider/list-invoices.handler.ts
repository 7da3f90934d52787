import { billing, type Actor, type Input, type InvoiceView } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import type Stripe from 'stripe'
import { Subscriptions } from '../subscriptions/subscriptions.ts'
import { StripeAccount } from './stripe-account.ts'
import { isMissing } from './stripe-failures.ts'

/** A year of them; the portal has all. */
const LIMIT = 12

@Handles(billing.listInvoices)
export class ListInvoices implements Handler<typeof billing.listInvoices> {
  constructor(
    private readonly own: Subscriptions,
    private readonly stripe: StripeAccount,
  ) {}

  async handle(_: Input<typeof billing.listInvoices>, actor: Actor) {
    const { customerId: customer } = await this.own.of(actor)
    if (customer === null || !this.stripe.configured) return { invoices: [] }
    return { invoices: (await this.of(customer)).filter(({ status }) => status !== 'draft').map(view) }
  }

  private async of(customer: string): Promise<Stripe.Invoice[]> {
    try {
      return (await this.stripe.ask(stripe => stripe.invoices.list({ customer, limit: LIMIT }))).data
    } catch (error) {
      if (isMissing(error)) return []
      throw error
    }
  }
}

const view = (invoice: Stripe.Invoice): InvoiceView => ({
  id: invoice.id ?? '',
  number: invoice.number,
  status: invoice.status ?? 'open',
  createdAt: new Date(invoice.created * 1000).toISOString(),
  total: invoice.total,
  currency: invoice.currency,
  url: invoice.hosted_invoice_url ?? null,
  pdf: invoice.invoice_pdf ?? null,
})
