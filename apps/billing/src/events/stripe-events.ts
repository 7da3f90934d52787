import { errors } from '@daymark/contracts'
import type Stripe from 'stripe'
import { stripeLibrary } from '../provider/stripe-client.ts'

/** The types of events that Stripe must send to the webhook endpoint. `daymark stripe setup` subscribes to them. */
export const SUBSCRIBED_EVENT_TYPES = [
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
/** Returns true for events about disputes. Such events name a charge, but no customer. */
export const isDispute = (type: string): boolean => type.startsWith('charge.dispute.')

/** Returns the id of the object that an event is about, and the id of its customer if it has one. */
export function readAffectedObject({ type, data }: Stripe.Event): { objectId: string; customerId?: string } {
  const object = data.object as { id?: string; customer?: string | { id: string } | null }
  const customer = type === 'customer.deleted' ? object.id : object.customer
  return {
    objectId: object.id ?? '',
    ...(customer && { customerId: typeof customer === 'string' ? customer : customer.id }),
  }
}

/**
 * Maximum difference in seconds between the timestamp of an event and the current time. The library of Stripe rejects only older
 * timestamps, so `verifySignature` also rejects later ones.
 */
const TIMESTAMP_TOLERANCE_S = 300

type VerificationOptions = { secret: string; isLive: boolean; now: Date }

/** Returns the event if Stripe signed it for this endpoint and its timestamp is within the tolerance. Throws WEBHOOK_REFUSED otherwise. */
export function verifyEvent(
  payload: string,
  signature: string,
  { secret, isLive, now }: VerificationOptions,
): Stripe.Event {
  const event = verifySignature(payload, signature, { secret, now })
  if (!isEvent(event)) throw errors.WEBHOOK_REFUSED({ reason: 'the body is not an event' })
  if (event.livemode !== isLive)
    throw errors.WEBHOOK_REFUSED({ reason: 'the event is from the other mode (test or live)' })
  // only events of connected accounts contain an account id
  if (event.account) throw errors.WEBHOOK_REFUSED({ reason: 'the event is from another account' })
  return event
}

function verifySignature(
  payload: string,
  signature: string,
  { secret, now }: Omit<VerificationOptions, 'isLive'>,
): unknown {
  const secondsAhead = readTimestamp(signature) - Math.floor(+now / 1000)
  if (!(secondsAhead <= TIMESTAMP_TOLERANCE_S))
    throw errors.WEBHOOK_REFUSED({ reason: 'the timestamp is too far from the current time' })
  try {
    return stripeLibrary().webhooks.constructEvent(payload, signature, secret, TIMESTAMP_TOLERANCE_S, undefined, +now)
  } catch {
    throw errors.WEBHOOK_REFUSED({ reason: 'the signature or the timestamp is not valid' })
  }
}

/** Returns the last timestamp in the header, because the library of Stripe also uses the last one. NaN if there is none. */
const readTimestamp = (signature: string): number =>
  Number.parseInt(
    signature
      .split(',')
      .findLast(part => part.startsWith('t='))
      ?.slice(2) ?? '',
    10,
  )

function isEvent(value: unknown): value is Stripe.Event {
  const { id, type, object, data } = (value ?? {}) as Partial<Stripe.Event>
  return (
    typeof id === 'string' &&
    id.length < 256 &&
    typeof type === 'string' &&
    object === 'event' &&
    isObject(data?.object)
  )
}
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null
