import { type Given, listOf, partOf, textOf } from './form.ts'
import type { Metadata } from './objects.ts'
import type { Calls } from './server.ts'
import { invalid, list, type StripeState } from './state.ts'

const metadataOf = (given: Given): Metadata => partOf(given, 'metadata') as Metadata
const isTrue = (given: Given, name: string, otherwise: boolean): boolean =>
  given[name] === undefined ? otherwise : given[name] === 'true'
const texts = (given: Given, name: string): string[] => listOf(given, name).map(String)

/** The calls of `daymark stripe setup`: products, prices, portal configuration, webhook endpoints. */
export const catalogueCalls = (state: StripeState): Calls => ({
  'GET /v1/account': () => ({ id: 'acct_daymark', object: 'account', charges_enabled: true, default_currency: 'usd' }),
  'GET /v1/tax/settings': () => ({ object: 'tax.settings', status: 'pending', livemode: state.livemode }),

  'GET /v1/products/:id': ({ id }) => state.find(state.products, id, 'product'),
  'POST /v1/products': ({ given }) => {
    const id = textOf(given, 'id') ?? state.id('prod')
    if (state.products.has(id)) throw invalid(`Product already exists.`, 'id')
    const product = { id, object: 'product', name: textOf(given, 'name') ?? '', active: true } as const
    return keep(state.products, { ...product, metadata: metadataOf(given), livemode: state.livemode })
  },
  'POST /v1/products/:id': ({ id, given }) => {
    const product = state.find(state.products, id, 'product')
    return Object.assign(product, {
      name: textOf(given, 'name') ?? product.name,
      active: isTrue(given, 'active', product.active),
    })
  },

  'GET /v1/prices': ({ given }) => {
    const keys = texts(given, 'lookup_keys')
    const found = [...state.prices.values()].filter(price => keys.includes(price.lookup_key ?? '') && price.active)
    return list('/v1/prices', found)
  },
  'POST /v1/prices': ({ given }) => {
    const [lookupKey, product] = [textOf(given, 'lookup_key') ?? null, textOf(given, 'product') ?? '']
    state.find(state.products, product, 'product', 'product')
    const holder = [...state.prices.values()].find(price => lookupKey !== null && price.lookup_key === lookupKey)
    if (holder && !isTrue(given, 'transfer_lookup_key', false)) throw invalid('A price has this lookup_key already.')
    if (holder) holder.lookup_key = null
    return keep(state.prices, {
      ...{ id: state.id('price'), object: 'price', product, lookup_key: lookupKey, active: true, type: 'recurring' },
      ...{ unit_amount: Number(textOf(given, 'unit_amount')), currency: textOf(given, 'currency') ?? '' },
      recurring: { interval: textOf(partOf(given, 'recurring'), 'interval') ?? '', interval_count: 1 },
      ...{ metadata: metadataOf(given), livemode: state.livemode },
    })
  },

  'GET /v1/billing_portal/configurations': () =>
    list('/v1/billing_portal/configurations', [...state.configurations.values()]),
  'POST /v1/billing_portal/configurations': ({ given }) =>
    keep(state.configurations, {
      ...{ id: state.id('bpc'), object: 'billing_portal.configuration', active: true },
      ...{ features: partOf(given, 'features'), metadata: metadataOf(given), livemode: state.livemode },
    }),
  'POST /v1/billing_portal/configurations/:id': ({ id, given }) => {
    const configuration = state.find(state.configurations, id, 'configuration')
    return Object.assign(configuration, { features: partOf(given, 'features'), metadata: metadataOf(given) })
  },

  'GET /v1/webhook_endpoints': () =>
    list(
      '/v1/webhook_endpoints',
      [...state.endpoints.values()].map(({ secret: _, ...endpoint }) => endpoint),
    ),
  'POST /v1/webhook_endpoints': ({ given }) =>
    keep(state.endpoints, {
      ...{ id: state.id('we'), object: 'webhook_endpoint', status: 'enabled', url: textOf(given, 'url') ?? '' },
      ...{ enabled_events: texts(given, 'enabled_events'), api_version: textOf(given, 'api_version') ?? null },
      ...{ metadata: metadataOf(given), livemode: state.livemode, secret: `whsec_${state.id('s')}` },
    }),
  'POST /v1/webhook_endpoints/:id': ({ id, given }) => {
    const endpoint = state.find(state.endpoints, id, 'webhook endpoint')
    const enabled = texts(given, 'enabled_events')
    if (enabled.length > 0) endpoint.enabled_events = enabled
    endpoint.status = isTrue(given, 'disabled', endpoint.status === 'disabled') ? 'disabled' : 'enabled'
    const { secret: _, ...shown } = endpoint
    return shown
  },
})

function keep<T extends { id: string }>(map: Map<string, T>, one: T): T {
  map.set(one.id, one)
  return one
}
