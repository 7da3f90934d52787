import { type FormFields, listOf, textOf } from './form.ts'
import type { Invoice, Price, Subscription } from './objects.ts'
import { invalid, type StripeState } from './state.ts'

/** Length of a billing period in seconds. */
export const PERIOD_S = 30 * 86_400

export function subscribe(state: StripeState, customer: string, price: Price): Subscription {
  const [id, created] = [state.id('sub'), state.now()]
  const period = { current_period_start: created, current_period_end: created + PERIOD_S }
  const item = { id: state.id('si'), object: 'subscription_item', price, quantity: 1, ...period } as const
  const subscription: Subscription = {
    id,
    object: 'subscription',
    customer,
    status: 'active',
    created,
    items: { object: 'list', data: [item], has_more: false, url: `/v1/subscription_items?subscription=${id}` },
    cancel_at_period_end: false,
    cancel_at: null,
    canceled_at: null,
    ended_at: null,
    pending_update: null,
    latest_invoice: null,
    metadata: {},
    livemode: state.livemode,
  }
  state.subscriptions.set(id, subscription)
  state.emit('customer.subscription.created', subscription)
  subscription.latest_invoice = state.invoice(customer, price.unit_amount, true).id
  return subscription
}

/** Handles POST /v1/subscriptions/:id: changes the price of a subscription, cancels or resumes it. */
export function update(state: StripeState, subscription: Subscription, fields: FormFields): object {
  if (subscription.status === 'canceled') throw invalid('A canceled subscription can only update its metadata.')
  const [item] = listOf(fields, 'items')
  const price = typeof item === 'object' ? textOf(item, 'price') : undefined
  const isPending = textOf(fields, 'payment_behavior') === 'pending_if_incomplete'
  if (isPending && fields['cancel_at_period_end'] !== undefined)
    throw invalid('`cancel_at_period_end` cannot be changed with `payment_behavior=pending_if_incomplete`.')
  const invoice =
    price === undefined
      ? undefined
      : changePrice(state, subscription, { to: state.find(state.prices, price, 'price'), fields })
  setEnd(state, subscription, fields)
  state.emit('customer.subscription.updated', subscription)
  const isExpanded = listOf(fields, 'expand').includes('latest_invoice')
  return isExpanded && invoice ? { ...subscription, latest_invoice: invoice } : subscription
}

function setEnd(state: StripeState, subscription: Subscription, fields: FormFields): void {
  const atEnd = textOf(fields, 'cancel_at_period_end')
  const end = subscription.items.data[0].current_period_end
  if (atEnd === 'true')
    Object.assign(subscription, { cancel_at_period_end: true, canceled_at: state.now(), cancel_at: end })
  if (atEnd === 'false' || fields['cancel_at'] === '')
    Object.assign(subscription, { cancel_at_period_end: false, canceled_at: null, cancel_at: null })
}

/**
 * Changes the price. An upgrade is invoiced for the rest of the period; if the card is declined, it becomes a pending update. Returns the
 * invoice, if there is one.
 */
function changePrice(
  state: StripeState,
  subscription: Subscription,
  { to, fields }: { to: Price; fields: FormFields },
): Invoice | undefined {
  const [item] = subscription.items.data
  const left = (item.current_period_end - state.now()) / PERIOD_S
  const more = Math.round((to.unit_amount - item.price.unit_amount) * left)
  if (textOf(fields, 'proration_behavior') !== 'always_invoice' || more <= 0) {
    item.price = to
    return undefined
  }
  const isPaid = !state.declined.has(subscription.customer)
  const invoice = state.invoice(subscription.customer, more, isPaid)
  subscription.latest_invoice = invoice.id
  const items = [{ id: item.id, price: to.id }]
  subscription.pending_update = isPaid ? null : { subscription_items: items, expires_at: state.now() + 82_800 }
  if (isPaid) item.price = to
  return invoice
}

/** Simulates that the customer pays the open invoice of a pending update, which then takes effect. */
export function payPending(state: StripeState, subscription: Subscription): void {
  const [wanted] = subscription.pending_update?.subscription_items ?? []
  if (!wanted) throw new Error('nothing is pending')
  const invoice = state.invoices.get(subscription.latest_invoice ?? '')
  if (invoice) invoice.status = 'paid'
  subscription.items.data[0].price = state.find(state.prices, wanted.price, 'price')
  subscription.pending_update = null
  state.emit('customer.subscription.pending_update_applied', subscription)
}

export function cancelNow(state: StripeState, subscription: Subscription): Subscription {
  Object.assign(subscription, { status: 'canceled', canceled_at: state.now(), ended_at: state.now() })
  state.emit('customer.subscription.deleted', subscription)
  return subscription
}

/** Simulates the end of the billing period: a canceled subscription ends, another one is charged for the next period. */
export function passPeriod(state: StripeState, subscription: Subscription): void {
  if (subscription.cancel_at_period_end) return void cancelNow(state, subscription)
  const [item] = subscription.items.data
  item.current_period_start = item.current_period_end
  item.current_period_end += PERIOD_S
  const isPaid = !state.declined.has(subscription.customer)
  subscription.latest_invoice = state.invoice(subscription.customer, item.price.unit_amount, isPaid).id
  subscription.status = isPaid ? 'active' : 'past_due'
  state.emit('customer.subscription.updated', subscription)
}
