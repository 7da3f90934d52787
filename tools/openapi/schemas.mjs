import { http, scope } from '@daymark/contracts'
import { z } from 'zod'

const prefix = '#/components/schemas/'
/** Shapes that have a name in the document: all that /v1 exports but its queries, whose fields become parameters. */
const named = new Map(
  Object.entries({ ...http.v1, scope, visibility: http.visibility, success: http.success })
    .filter(([name, value]) => value?._zod && !name.endsWith('Query'))
    .map(([name, value]) => [value, capital(name)]),
)
const isInput = name => /(Body|Patch|Form)$/.test(name)
/** Keywords that repeat the format or the range of JavaScript numbers. */
const noise = {
  pattern: (_, { format }) => ['uuid', 'date-time', 'uri'].includes(format),
  minimum: value => value === Number.MIN_SAFE_INTEGER,
  maximum: value => value === Number.MAX_SAFE_INTEGER,
  // An answer may grow: clients must not refuse what they do not know.
  additionalProperties: value => value === false,
  $id: () => true,
}

/** The shapes with a name, as OpenAPI 3.0 has them. */
export function componentSchemas() {
  const schemas = new Map()
  for (const io of ['input', 'output'])
    for (const [name, schema] of Object.entries(described(io)))
      if (isInput(name) === (io === 'input')) schemas.set(name, tidy(schema))
  return Object.fromEntries([...schemas].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function described(io) {
  const registry = z.registry()
  for (const [value, id] of named) registry.add(value, { id })
  return z.toJSONSchema(registry, { target: 'openapi-3.0', io, uri: id => prefix + id, unrepresentable: 'any' }).schemas
}

export function reference(type) {
  const name = named.get(type)
  if (!name) throw new Error(`A shape of /v1 has no name: export it from libs/contracts/src/http/v1`)
  return { $ref: prefix + name }
}

/** A field of a query, without its description, which belongs to the parameter. */
export function fieldSchema(type) {
  const { description: _, ...schema } = tidy(z.toJSONSchema(type, { target: 'openapi-3.0', io: 'input' }))
  return schema
}

function tidy(value) {
  if (Array.isArray(value)) return value.map(tidy)
  if (value === null || typeof value !== 'object') return value
  const better = rewritten(value)
  if (better) return tidy(better)
  const entries = Object.entries(value).filter(([key, one]) => !(noise[key] && noise[key](one, value)))
  return Object.fromEntries(entries.map(([key, one]) => [key, tidy(one)]))
}

function rewritten(value) {
  const { schema, description, allOf, nullable, type } = value
  // How a text is checked is no matter of the document where the contract says what it means.
  if (schema?.type) return { ...schema, ...(description && { description }) }
  if (allOf?.length === 1 && Object.keys(value).length === 1) return allOf[0]
  return nullable && allOf && !type ? { type: 'object', ...value } : undefined
}

function capital(name) {
  return name[0].toUpperCase() + name.slice(1)
}
