import { listOf, partOf, textOf } from './form.ts'
import type { Customer, Metadata, Session } from './objects.ts'
import type { Calls } from './server.ts'
import { invalid, list, missing, type StripeState } from './state.ts'
import { cancelNow, update } from './subscriptions.ts'

const DEFAULT_PAGE = 10

/** The calls of purchases: customers, Checkout, subscriptions, invoices, the portal. */
export const salesCalls = (state: StripeState): Calls => ({
  'POST /v1/customers': ({ given }) => {
    const [email, metadata] = [textOf(given, 'email') ?? '', partOf(given, 'metadata') as Metadata]
    const customer: Customer = { id: state.id('cus'), object: 'customer', email, metadata, livemode: state.livemode }
    state.customers.set(customer.id, customer)
    return customer
  },

  'POST /v1/checkout/sessions': ({ given }) => {
    const [item] = listOf(given, 'line_items')
    const price = textOf(typeof item === 'object' ? item : {}, 'price') ?? ''
    const customer = existingCustomer(state, textOf(given, 'customer') ?? '').id
    state.find(state.prices, price, 'price', 'line_items[0][price]')
    const id = state.id('cs_test')
    const session: Session = {
      ...{ id, object: 'checkout.session', mode: 'subscription', customer, status: 'open', price },
      ...{ url: `https://checkout.stripe.test/${id}`, success_url: textOf(given, 'success_url') ?? '' },
      ...{ subscription: null, metadata: partOf(given, 'metadata') as Metadata, livemode: state.livemode },
    }
    state.sessions.set(id, session)
    return session
  },
  'GET /v1/checkout/sessions/:id': ({ id }) => state.find(state.sessions, id, 'checkout.session'),
  'POST /v1/checkout/sessions/:id/expire': ({ id }) => {
    const session = state.find(state.sessions, id, 'checkout.session')
    if (session.status !== 'open')
      throw invalid(`Only Checkout Sessions with a status in ["open"] can be expired. This one is ${session.status}.`)
    return Object.assign(session, { status: 'expired', url: null })
  },

  'GET /v1/subscriptions': ({ given }) => {
    const [customer, after] = [textOf(given, 'customer'), textOf(given, 'starting_after')]
    if (customer !== undefined) existingCustomer(state, customer)
    const wanted = [...state.subscriptions.values()]
      .filter(one => customer === undefined || one.customer === customer)
      .filter(one => textOf(given, 'status') === 'all' || one.status !== 'canceled')
      .toReversed()
    const from = after === undefined ? 0 : wanted.findIndex(({ id }) => id === after) + 1
    const size = Number(textOf(given, 'limit') ?? DEFAULT_PAGE)
    return list('/v1/subscriptions', wanted.slice(from, from + size), wanted.length > from + size)
  },
  'POST /v1/subscriptions/:id': ({ id, given }) =>
    update(state, state.find(state.subscriptions, id, 'subscription'), given),
  'DELETE /v1/subscriptions/:id': ({ id }) => cancelNow(state, state.find(state.subscriptions, id, 'subscription')),

  'GET /v1/invoices': ({ given }) => {
    const customer = existingCustomer(state, textOf(given, 'customer') ?? '').id
    const of = [...state.invoices.values()].filter(one => one.customer === customer).toReversed()
    return list('/v1/invoices', of.slice(0, Number(textOf(given, 'limit') ?? DEFAULT_PAGE)))
  },
  'POST /v1/billing_portal/sessions': ({ given }) => {
    const customer = existingCustomer(state, textOf(given, 'customer') ?? '').id
    const configuration = textOf(given, 'configuration')
    if (configuration !== undefined) state.find(state.configurations, configuration, 'configuration')
    const id = state.id('bps')
    const [return_url, url] = [textOf(given, 'return_url'), `https://billing.stripe.test/${id}`]
    return { id, object: 'billing_portal.session', customer, configuration, return_url, url }
  },

  'GET /v1/charges/:id': ({ id }) => state.find(state.charges, id, 'charge'),
  'GET /v1/disputes/:id': ({ id, given }) => {
    const dispute = state.find(state.disputes, id, 'dispute')
    const isExpanded = listOf(given, 'expand').includes('charge')
    return isExpanded ? { ...dispute, charge: state.find(state.charges, dispute.charge, 'charge') } : dispute
  },
})

function existingCustomer(state: StripeState, id: string): Customer {
  const customer = state.customers.get(id)
  if (!customer || customer.deleted) throw missing('customer', id, 'customer')
  return customer
}
