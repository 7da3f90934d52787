import type Stripe from 'stripe'

/** The event types that `daymark stripe setup` subscribes the webhook endpoint to. */
export const EVENT_TYPES = [
  'checkout.session.completed',
  'customer.deleted',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.pending_update_applied',
  'customer.subscription.pending_update_expired',
  'invoice.paid',
  'invoice.payment_failed',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[]

export const isRefund = (type: string): boolean => type === 'charge.refunded'
/** Dispute events contain a charge but no customer. */
export const isDispute = (type: string): boolean => type.startsWith('charge.dispute.')

/** The object of an event and its customer. */
export function subjectOf({ type, data }: Stripe.Event): { objectId: string; customer?: string } {
  const object = data.object as { id?: string; customer?: string | { id: string } | null }
  const customer = type === 'customer.deleted' ? object.id : object.customer
  return {
    objectId: object.id ?? '',
    ...(customer && { customer: typeof customer === 'string' ? customer : customer.id }),
  }
}
