import { listField, objectField, textField } from './form.ts'
import type { Customer, Metadata, Session } from './objects.ts'
import type { Calls } from './server.ts'
import { invalidRequestError, listResponse, notFoundError, type StripeState } from './state.ts'
import { cancelNow, updateSubscription } from './subscriptions.ts'

const DEFAULT_PAGE_SIZE = 10

/** The calls that sell subscriptions: of customers, Checkout, subscriptions, invoices and the portal. */
export const salesCalls = (state: StripeState): Calls => ({
  'POST /v1/customers': ({ fields }) => {
    const [email, metadata] = [textField(fields, 'email') ?? '', objectField(fields, 'metadata') as Metadata]
    const id = state.createId('cus')
    const customer: Customer = { id, object: 'customer', email, metadata, livemode: state.livemode }
    state.customers.set(customer.id, customer)
    return customer
  },

  'POST /v1/checkout/sessions': ({ fields }) => {
    const [item] = listField(fields, 'line_items')
    const price = textField(typeof item === 'object' ? item : {}, 'price') ?? ''
    const customer = existingCustomer(state, textField(fields, 'customer') ?? '').id
    state.find(state.prices, price, 'price', 'line_items[0][price]')
    const id = state.createId('cs_test')
    const session: Session = {
      id,
      object: 'checkout.session',
      mode: 'subscription',
      customer,
      status: 'open',
      price,
      url: `https://checkout.stripe.test/${id}`,
      success_url: textField(fields, 'success_url') ?? '',
      subscription: null,
      metadata: objectField(fields, 'metadata') as Metadata,
      livemode: state.livemode,
    }
    state.sessions.set(id, session)
    return session
  },
  'GET /v1/checkout/sessions/:id': ({ id }) => state.find(state.sessions, id, 'checkout.session'),
  'POST /v1/checkout/sessions/:id/expire': ({ id }) => {
    const session = state.find(state.sessions, id, 'checkout.session')
    if (session.status !== 'open')
      throw invalidRequestError(
        `Only Checkout Sessions with a status in ["open"] can be expired. This one is ${session.status}.`,
      )
    return Object.assign(session, { status: 'expired', url: null })
  },

  'GET /v1/subscriptions': ({ fields }) => {
    const [customer, after] = [textField(fields, 'customer'), textField(fields, 'starting_after')]
    if (customer !== undefined) existingCustomer(state, customer)
    const matching = [...state.subscriptions.values()]
      .filter(subscription => customer === undefined || subscription.customer === customer)
      .filter(subscription => textField(fields, 'status') === 'all' || subscription.status !== 'canceled')
      .toReversed()
    const startIndex = after === undefined ? 0 : matching.findIndex(({ id }) => id === after) + 1
    const limit = Number(textField(fields, 'limit') ?? DEFAULT_PAGE_SIZE)
    return listResponse(
      '/v1/subscriptions',
      matching.slice(startIndex, startIndex + limit),
      matching.length > startIndex + limit,
    )
  },
  'POST /v1/subscriptions/:id': ({ id, fields }) =>
    updateSubscription(state, state.find(state.subscriptions, id, 'subscription'), fields),
  'DELETE /v1/subscriptions/:id': ({ id }) => cancelNow(state, state.find(state.subscriptions, id, 'subscription')),

  'GET /v1/invoices': ({ fields }) => {
    const customer = existingCustomer(state, textField(fields, 'customer') ?? '').id
    const customerInvoices = [...state.invoices.values()].filter(invoice => invoice.customer === customer).toReversed()
    const limit = Number(textField(fields, 'limit') ?? DEFAULT_PAGE_SIZE)
    return listResponse('/v1/invoices', customerInvoices.slice(0, limit))
  },
  'POST /v1/billing_portal/sessions': ({ fields }) => {
    const customer = existingCustomer(state, textField(fields, 'customer') ?? '').id
    const configuration = textField(fields, 'configuration')
    if (configuration !== undefined) state.find(state.configurations, configuration, 'configuration')
    const id = state.createId('bps')
    const [return_url, url] = [textField(fields, 'return_url'), `https://billing.stripe.test/${id}`]
    return { id, object: 'billing_portal.session', customer, configuration, return_url, url }
  },

  'GET /v1/charges/:id': ({ id }) => state.find(state.charges, id, 'charge'),
  'GET /v1/disputes/:id': ({ id, fields }) => {
    const dispute = state.find(state.disputes, id, 'dispute')
    const isExpanded = listField(fields, 'expand').includes('charge')
    return isExpanded ? { ...dispute, charge: state.find(state.charges, dispute.charge, 'charge') } : dispute
  },
})

function existingCustomer(state: StripeState, id: string): Customer {
  const customer = state.customers.get(id)
  if (!customer || customer.deleted) throw notFoundError('customer', id, 'customer')
  return customer
}
