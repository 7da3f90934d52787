import { randomBytes } from 'node:crypto'
import type * as objects from './objects.ts'

/** A webhook event in Stripe's format. */
export type StripeEvent = {
  id: string
  object: 'event'
  type: string
  created: number
  livemode: boolean
  api_version: string
  account?: string
  data: { object: object }
}

/** Makes the server respond with an error of Stripe's API. */
export class StripeError extends Error {
  readonly status: number
  readonly error: { type: string; code?: string; message: string; param?: string }
  constructor(status: number, error: StripeError['error']) {
    super(error.message)
    this.status = status
    this.error = error
  }
}
export const notFoundError = (kind: string, id: string, param = 'id'): StripeError =>
  new StripeError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param,
    message: `No such ${kind}: '${id}'`,
  })
export const invalidRequestError = (message: string, param?: string): StripeError =>
  new StripeError(400, { type: 'invalid_request_error', message, ...(param && { param }) })

export const listResponse = (url: string, data: object[], hasMore = false): object => ({
  object: 'list',
  url,
  has_more: hasMore,
  data,
})

/** The data of a Stripe account, in memory. */
export class StripeState {
  readonly products = new Map<string, objects.Product>()
  readonly prices = new Map<string, objects.Price>()
  readonly customers = new Map<string, objects.Customer>()
  readonly sessions = new Map<string, objects.Session>()
  readonly subscriptions = new Map<string, objects.Subscription>()
  readonly invoices = new Map<string, objects.Invoice>()
  readonly charges = new Map<string, objects.Charge>()
  readonly disputes = new Map<string, objects.Dispute>()
  readonly endpoints = new Map<string, objects.Endpoint>()
  readonly configurations = new Map<string, objects.Configuration>()
  /** Customers whose card is declined. */
  readonly declined = new Set<string>()
  /** Events that the test has not delivered, in order. */
  readonly events: StripeEvent[] = []
  livemode = false
  onEvent: (event: StripeEvent) => void = () => {}
  private readonly clock: { now(): Date }

  constructor(clock: { now(): Date }) {
    this.clock = clock
  }

  now(): number {
    return Math.floor(+this.clock.now() / 1000)
  }
  createId(prefix: string): string {
    return `${prefix}_${randomBytes(9).toString('base64url').replaceAll(/[-_]/g, '0')}`
  }

  /** Adds an event with a copy of the object, which later changes of the object do not affect. */
  emit(type: string, object: object): StripeEvent {
    const event: StripeEvent = {
      id: this.createId('evt'),
      object: 'event',
      type,
      created: this.now(),
      livemode: this.livemode,
      api_version: '2026-10-28.endive',
      data: { object: structuredClone(object) },
    }
    this.events.push(event)
    this.onEvent(event)
    return event
  }

  find<T>(map: Map<string, T>, id: string, kind: string, param?: string): T {
    const object = map.get(id)
    if (!object) throw notFoundError(kind, id, param)
    return object
  }

  createInvoice(customer: string, total: number, isPaid: boolean): objects.Invoice {
    const id = this.createId('in')
    const invoice: objects.Invoice = {
      id,
      object: 'invoice',
      number: `DM-${this.invoices.size + 1}`,
      customer,
      currency: 'usd',
      status: isPaid ? 'paid' : 'open',
      created: this.now(),
      total,
      livemode: this.livemode,
      hosted_invoice_url: `https://invoice.stripe.test/${id}`,
      invoice_pdf: `https://invoice.stripe.test/${id}.pdf`,
    }
    this.invoices.set(id, invoice)
    if (isPaid && total > 0) this.createCharge(customer, total)
    this.emit(isPaid ? 'invoice.paid' : 'invoice.payment_failed', invoice)
    return invoice
  }

  private createCharge(customer: string, amount: number): void {
    const id = this.createId('ch')
    this.charges.set(id, {
      id,
      object: 'charge',
      customer,
      amount,
      amount_refunded: 0,
      currency: 'usd',
      refunded: false,
      livemode: this.livemode,
    })
  }
}
