import { errors } from '@daymark/contracts'
import type Stripe from 'stripe'
import { stripeLibrary } from '../provider/stripe-client.ts'

/** Applies to the past and the future; Stripe's library checks only the past. */
const TOLERANCE_S = 300

type Expected = { secret: string; isLive: boolean; now: Date }

/** Verifies an event that Stripe signed for this endpoint within the tolerance. WEBHOOK_REFUSED without details for everything else. */
export function verifyEvent(payload: string, signature: string, { secret, isLive, now }: Expected): Stripe.Event {
  const event = verifySignature(payload, signature, { secret, now })
  if (!isEvent(event)) throw errors.WEBHOOK_REFUSED({ reason: 'the body is not an event' })
  if (event.livemode !== isLive)
    throw errors.WEBHOOK_REFUSED({ reason: 'the event is from the other mode (test or live)' })
  // only events of connected accounts contain an account id
  if (event.account) throw errors.WEBHOOK_REFUSED({ reason: 'the event is from another account' })
  return event
}

function verifySignature(payload: string, signature: string, { secret, now }: Omit<Expected, 'isLive'>): unknown {
  const ahead = timestampOf(signature) - Math.floor(+now / 1000)
  if (!(ahead <= TOLERANCE_S))
    throw errors.WEBHOOK_REFUSED({ reason: 'the timestamp is too far from the current time' })
  try {
    return stripeLibrary().webhooks.constructEvent(payload, signature, secret, TOLERANCE_S, undefined, +now)
  } catch {
    throw errors.WEBHOOK_REFUSED({ reason: 'the signature or the timestamp is not valid' })
  }
}

/** The last timestamp, which is the one that Stripe's library uses. */
const timestampOf = (signature: string): number =>
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
