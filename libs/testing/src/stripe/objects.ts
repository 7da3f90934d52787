/** The objects of Stripe's API, with only the fields that the product uses. */
export type Metadata = Record<string, string>
export type Product = {
  id: string
  object: 'product'
  name: string
  active: boolean
  metadata: Metadata
  livemode: boolean
}
export type Price = {
  id: string
  object: 'price'
  product: string
  unit_amount: number
  currency: string
  lookup_key: string | null
  active: boolean
  type: 'recurring'
  recurring: { interval: string; interval_count: number }
  metadata: Metadata
  livemode: boolean
}
export type Customer = {
  id: string
  object: 'customer'
  email: string
  metadata: Metadata
  deleted?: true
  livemode: boolean
}
export type Session = {
  id: string
  object: 'checkout.session'
  mode: 'subscription'
  customer: string
  status: 'open' | 'complete' | 'expired'
  url: string | null
  success_url: string
  price: string
  subscription: string | null
  metadata: Metadata
  livemode: boolean
}
type Item = {
  id: string
  object: 'subscription_item'
  price: Price
  quantity: number
  current_period_start: number
  current_period_end: number
}
export type Subscription = {
  id: string
  object: 'subscription'
  customer: string
  status: 'active' | 'past_due' | 'unpaid' | 'canceled' | 'incomplete' | 'paused'
  created: number
  items: { object: 'list'; data: [Item]; has_more: false; url: string }
  cancel_at_period_end: boolean
  cancel_at: number | null
  canceled_at: number | null
  ended_at: number | null
  pending_update: { subscription_items: { id: string; price: string }[]; expires_at: number } | null
  latest_invoice: string | null
  metadata: Metadata
  livemode: boolean
}
export type Invoice = {
  id: string
  object: 'invoice'
  number: string
  customer: string
  status: 'draft' | 'open' | 'paid' | 'void'
  created: number
  total: number
  currency: string
  hosted_invoice_url: string
  invoice_pdf: string
  livemode: boolean
}
export type Charge = {
  id: string
  object: 'charge'
  customer: string
  amount: number
  amount_refunded: number
  currency: string
  refunded: boolean
  livemode: boolean
}
export type Dispute = {
  id: string
  object: 'dispute'
  charge: string
  amount: number
  currency: string
  status: string
  reason: string
  livemode: boolean
}
export type Endpoint = {
  id: string
  object: 'webhook_endpoint'
  url: string
  enabled_events: string[]
  status: 'enabled' | 'disabled'
  api_version: string | null
  metadata: Metadata
  secret?: string
  livemode: boolean
}
export type Configuration = {
  id: string
  object: 'billing_portal.configuration'
  active: boolean
  features: object
  metadata: Metadata
  livemode: boolean
}
