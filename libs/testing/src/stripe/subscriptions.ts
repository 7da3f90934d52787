import { type FormFields, listField, textField } from './form.ts'
import type { Invoice, Price, Subscription } from './objects.ts'
import { invalidRequestError, type StripeState } from './state.ts'

/** Length of a billing period in seconds. */
const PERIOD_S = 30 * 86_400

export function subscribe(state: StripeState, customer: string, price: Price): Subscription {
  const [id, created] = [state.createId('sub'), state.now()]
  const period = { current_period_start: created, current_period_end: created + PERIOD_S }
  const item = { id: state.createId('si'), object: 'subscription_item', price, quantity: 1, ...period } as const
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
  subscription.latest_invoice = state.createInvoice(customer, price.unit_amount, true).id
  return subscription
}

/** Handles POST /v1/subscriptions/:id: changes the price of a subscription, cancels or resumes it. */
export function updateSubscription(state: StripeState, subscription: Subscription, fields: FormFields): object {
  if (subscription.status === 'canceled')
    throw invalidRequestError('A canceled subscription can only update its metadata.')
  const [item] = listField(fields, 'items')
  const price = typeof item === 'object' ? textField(item, 'price') : undefined
  const isPending = textField(fields, 'payment_behavior') === 'pending_if_incomplete'
  if (isPending && fields['cancel_at_period_end'] !== undefined)
    throw invalidRequestError('`cancel_at_period_end` cannot be changed with `payment_behavior=pending_if_incomplete`.')
  const invoice =
    price === undefined
      ? undefined
      : changePrice(state, subscription, { newPrice: state.find(state.prices, price, 'price'), fields })
  updateCancellation(state, subscription, fields)
  state.emit('customer.subscription.updated', subscription)
  const isExpanded = listField(fields, 'expand').includes('latest_invoice')
  return isExpanded && invoice ? { ...subscription, latest_invoice: invoice } : subscription
}

function updateCancellation(state: StripeState, subscription: Subscription, fields: FormFields): void {
  const atEnd = textField(fields, 'cancel_at_period_end')
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
  { newPrice, fields }: { newPrice: Price; fields: FormFields },
): Invoice | undefined {
  const [item] = subscription.items.data
  const remainingShare = (item.current_period_end - state.now()) / PERIOD_S
  const amountDue = Math.round((newPrice.unit_amount - item.price.unit_amount) * remainingShare)
  if (textField(fields, 'proration_behavior') !== 'always_invoice' || amountDue <= 0) {
    item.price = newPrice
    return undefined
  }
  const isPaid = !state.declined.has(subscription.customer)
  const invoice = state.createInvoice(subscription.customer, amountDue, isPaid)
  subscription.latest_invoice = invoice.id
  const items = [{ id: item.id, price: newPrice.id }]
  subscription.pending_update = isPaid ? null : { subscription_items: items, expires_at: state.now() + 82_800 }
  if (isPaid) item.price = newPrice
  return invoice
}

/** Simulates that the customer pays the open invoice of a pending update, which then takes effect. */
export function payPending(state: StripeState, subscription: Subscription): void {
  const [pendingItem] = subscription.pending_update?.subscription_items ?? []
  if (!pendingItem) throw new Error('the subscription has no pending update')
  const invoice = state.invoices.get(subscription.latest_invoice ?? '')
  if (invoice) invoice.status = 'paid'
  subscription.items.data[0].price = state.find(state.prices, pendingItem.price, 'price')
  subscription.pending_update = null
  state.emit('customer.subscription.pending_update_applied', subscription)
}

export function cancelNow(state: StripeState, subscription: Subscription): Subscription {
  Object.assign(subscription, { status: 'canceled', canceled_at: state.now(), ended_at: state.now() })
  state.emit('customer.subscription.deleted', subscription)
  return subscription
}

/** Simulates the end of the billing period: a canceled subscription ends, any other subscription is charged for the next period. */
export function passPeriod(state: StripeState, subscription: Subscription): void {
  if (subscription.cancel_at_period_end) return void cancelNow(state, subscription)
  const [item] = subscription.items.data
  item.current_period_start = item.current_period_end
  item.current_period_end += PERIOD_S
  const isPaid = !state.declined.has(subscription.customer)
  subscription.latest_invoice = state.createInvoice(subscription.customer, item.price.unit_amount, isPaid).id
  subscription.status = isPaid ? 'active' : 'past_due'
  state.emit('customer.subscription.updated', subscription)
}
