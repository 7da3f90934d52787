import { type FormFields, listOf, partOf, textOf } from './form.ts'
import type { Metadata } from './objects.ts'
import type { Calls } from './server.ts'
import { invalid, list, type StripeState } from './state.ts'

const metadataOf = (fields: FormFields): Metadata => partOf(fields, 'metadata') as Metadata
const isTrue = (fields: FormFields, name: string, otherwise: boolean): boolean =>
  fields[name] === undefined ? otherwise : fields[name] === 'true'
const texts = (fields: FormFields, name: string): string[] => listOf(fields, name).map(String)

/** The calls that `daymark stripe setup` makes: of products, prices, the portal configuration and webhook endpoints. */
export const catalogueCalls = (state: StripeState): Calls => ({
  'GET /v1/account': () => ({ id: 'acct_daymark', object: 'account', charges_enabled: true, default_currency: 'usd' }),
  'GET /v1/tax/settings': () => ({ object: 'tax.settings', status: 'pending', livemode: state.livemode }),

  'GET /v1/products/:id': ({ id }) => state.find(state.products, id, 'product'),
  'POST /v1/products': ({ fields }) => {
    const id = textOf(fields, 'id') ?? state.id('prod')
    if (state.products.has(id)) throw invalid(`Product already exists.`, 'id')
    const product = { id, object: 'product', name: textOf(fields, 'name') ?? '', active: true } as const
    return keep(state.products, { ...product, metadata: metadataOf(fields), livemode: state.livemode })
  },
  'POST /v1/products/:id': ({ id, fields }) => {
    const product = state.find(state.products, id, 'product')
    return Object.assign(product, {
      name: textOf(fields, 'name') ?? product.name,
      active: isTrue(fields, 'active', product.active),
    })
  },

  'GET /v1/prices': ({ fields }) => {
    const keys = texts(fields, 'lookup_keys')
    const found = [...state.prices.values()].filter(price => keys.includes(price.lookup_key ?? '') && price.active)
    return list('/v1/prices', found)
  },
  'POST /v1/prices': ({ fields }) => {
    const [lookupKey, product] = [textOf(fields, 'lookup_key') ?? null, textOf(fields, 'product') ?? '']
    state.find(state.products, product, 'product', 'product')
    const holder = [...state.prices.values()].find(price => lookupKey !== null && price.lookup_key === lookupKey)
    if (holder && !isTrue(fields, 'transfer_lookup_key', false)) throw invalid('A price has this lookup_key already.')
    if (holder) holder.lookup_key = null
    return keep(state.prices, {
      id: state.id('price'),
      object: 'price',
      product,
      lookup_key: lookupKey,
      active: true,
      type: 'recurring',
      unit_amount: Number(textOf(fields, 'unit_amount')),
      currency: textOf(fields, 'currency') ?? '',
      recurring: { interval: textOf(partOf(fields, 'recurring'), 'interval') ?? '', interval_count: 1 },
      metadata: metadataOf(fields),
      livemode: state.livemode,
    })
  },

  'GET /v1/billing_portal/configurations': () =>
    list('/v1/billing_portal/configurations', [...state.configurations.values()]),
  'POST /v1/billing_portal/configurations': ({ fields }) =>
    keep(state.configurations, {
      id: state.id('bpc'),
      object: 'billing_portal.configuration',
      active: true,
      features: partOf(fields, 'features'),
      metadata: metadataOf(fields),
      livemode: state.livemode,
    }),
  'POST /v1/billing_portal/configurations/:id': ({ id, fields }) => {
    const configuration = state.find(state.configurations, id, 'configuration')
    return Object.assign(configuration, { features: partOf(fields, 'features'), metadata: metadataOf(fields) })
  },

  'GET /v1/webhook_endpoints': () =>
    list(
      '/v1/webhook_endpoints',
      [...state.endpoints.values()].map(({ secret: _, ...endpoint }) => endpoint),
    ),
  'POST /v1/webhook_endpoints': ({ fields }) =>
    keep(state.endpoints, {
      id: state.id('we'),
      object: 'webhook_endpoint',
      status: 'enabled',
      url: textOf(fields, 'url') ?? '',
      enabled_events: texts(fields, 'enabled_events'),
      api_version: textOf(fields, 'api_version') ?? null,
      metadata: metadataOf(fields),
      livemode: state.livemode,
      secret: `whsec_${state.id('s')}`,
    }),
  'POST /v1/webhook_endpoints/:id': ({ id, fields }) => {
    const endpoint = state.find(state.endpoints, id, 'webhook endpoint')
    const enabled = texts(fields, 'enabled_events')
    if (enabled.length > 0) endpoint.enabled_events = enabled
    endpoint.status = isTrue(fields, 'disabled', endpoint.status === 'disabled') ? 'disabled' : 'enabled'
    const { secret: _, ...shown } = endpoint
    return shown
  },
})

function keep<T extends { id: string }>(map: Map<string, T>, one: T): T {
  map.set(one.id, one)
  return one
}
