import { type FormFields, listField, objectField, textField } from './form.ts'
import type { Metadata } from './objects.ts'
import type { Calls } from './server.ts'
import { invalidRequestError, listResponse, type StripeState } from './state.ts'

const metadataOf = (fields: FormFields): Metadata => objectField(fields, 'metadata') as Metadata
const readBoolean = (fields: FormFields, name: string, defaultValue: boolean): boolean =>
  fields[name] === undefined ? defaultValue : fields[name] === 'true'
const readTexts = (fields: FormFields, name: string): string[] => listField(fields, name).map(String)

/** The calls that `daymark stripe setup` makes: of products, prices, the portal configuration and webhook endpoints. */
export const catalogCalls = (state: StripeState): Calls => ({
  'GET /v1/account': () => ({ id: 'acct_daymark', object: 'account', charges_enabled: true, default_currency: 'usd' }),
  'GET /v1/tax/settings': () => ({ object: 'tax.settings', status: 'pending', livemode: state.livemode }),

  'GET /v1/products/:id': ({ id }) => state.find(state.products, id, 'product'),
  'POST /v1/products': ({ fields }) => {
    const id = textField(fields, 'id') ?? state.createId('prod')
    if (state.products.has(id)) throw invalidRequestError(`Product already exists.`, 'id')
    const product = { id, object: 'product', name: textField(fields, 'name') ?? '', active: true } as const
    return store(state.products, { ...product, metadata: metadataOf(fields), livemode: state.livemode })
  },
  'POST /v1/products/:id': ({ id, fields }) => {
    const product = state.find(state.products, id, 'product')
    return Object.assign(product, {
      name: textField(fields, 'name') ?? product.name,
      active: readBoolean(fields, 'active', product.active),
    })
  },

  'GET /v1/prices': ({ fields }) => {
    const keys = readTexts(fields, 'lookup_keys')
    const matchingPrices = [...state.prices.values()].filter(
      price => keys.includes(price.lookup_key ?? '') && price.active,
    )
    return listResponse('/v1/prices', matchingPrices)
  },
  'POST /v1/prices': ({ fields }) => {
    const [lookupKey, product] = [textField(fields, 'lookup_key') ?? null, textField(fields, 'product') ?? '']
    state.find(state.products, product, 'product', 'product')
    const holder = [...state.prices.values()].find(price => lookupKey !== null && price.lookup_key === lookupKey)
    if (holder && !readBoolean(fields, 'transfer_lookup_key', false))
      throw invalidRequestError('A price has this lookup_key already.')
    if (holder) holder.lookup_key = null
    return store(state.prices, {
      id: state.createId('price'),
      object: 'price',
      product,
      lookup_key: lookupKey,
      active: true,
      type: 'recurring',
      unit_amount: Number(textField(fields, 'unit_amount')),
      currency: textField(fields, 'currency') ?? '',
      recurring: { interval: textField(objectField(fields, 'recurring'), 'interval') ?? '', interval_count: 1 },
      metadata: metadataOf(fields),
      livemode: state.livemode,
    })
  },

  'GET /v1/billing_portal/configurations': () =>
    listResponse('/v1/billing_portal/configurations', [...state.configurations.values()]),
  'POST /v1/billing_portal/configurations': ({ fields }) =>
    store(state.configurations, {
      id: state.createId('bpc'),
      object: 'billing_portal.configuration',
      active: true,
      features: objectField(fields, 'features'),
      metadata: metadataOf(fields),
      livemode: state.livemode,
    }),
  'POST /v1/billing_portal/configurations/:id': ({ id, fields }) => {
    const configuration = state.find(state.configurations, id, 'configuration')
    return Object.assign(configuration, { features: objectField(fields, 'features'), metadata: metadataOf(fields) })
  },

  'GET /v1/webhook_endpoints': () =>
    listResponse(
      '/v1/webhook_endpoints',
      [...state.endpoints.values()].map(({ secret: _, ...endpoint }) => endpoint),
    ),
  'POST /v1/webhook_endpoints': ({ fields }) =>
    store(state.endpoints, {
      id: state.createId('we'),
      object: 'webhook_endpoint',
      status: 'enabled',
      url: textField(fields, 'url') ?? '',
      enabled_events: readTexts(fields, 'enabled_events'),
      api_version: textField(fields, 'api_version') ?? null,
      metadata: metadataOf(fields),
      livemode: state.livemode,
      secret: `whsec_${state.createId('s')}`,
    }),
  'POST /v1/webhook_endpoints/:id': ({ id, fields }) => {
    const endpoint = state.find(state.endpoints, id, 'webhook endpoint')
    const enabled = readTexts(fields, 'enabled_events')
    if (enabled.length > 0) endpoint.enabled_events = enabled
    endpoint.status = readBoolean(fields, 'disabled', endpoint.status === 'disabled') ? 'disabled' : 'enabled'
    const { secret: _, ...publicEndpoint } = endpoint
    return publicEndpoint
  },
})

function store<T extends { id: string }>(map: Map<string, T>, object: T): T {
  map.set(object.id, object)
  return object
}
