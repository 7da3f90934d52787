import { http, scope } from '@daymark/contracts'
import { z } from 'zod'

const schemaPrefix = '#/components/schemas/'
/** Schemas of the document with their names: all exports of the /v1 contracts except queries, whose fields become parameters. */
const schemaNames = new Map(
  Object.entries({ ...http.v1, scope, visibility: http.visibility, success: http.success })
    .filter(([name, value]) => value?._zod && !name.endsWith('Query'))
    .map(([name, value]) => [value, capitalize(name)]),
)
const isInput = name => /(Body|Patch|Form)$/.test(name)
/** Keywords that are omitted, because they only repeat the format or the range of JavaScript numbers. */
const redundantKeywords = {
  pattern: (_, { format }) => ['uuid', 'date-time', 'uri'].includes(format),
  minimum: value => value === Number.MIN_SAFE_INTEGER,
  maximum: value => value === Number.MAX_SAFE_INTEGER,
  // omitted, because responses may get new fields, which clients must ignore
  additionalProperties: value => value === false,
  $id: () => true,
}

/** Converts the named schemas to OpenAPI 3.0. */
export function componentSchemas() {
  const schemas = new Map()
  for (const io of ['input', 'output'])
    for (const [name, schema] of Object.entries(generateSchemas(io)))
      if (isInput(name) === (io === 'input')) schemas.set(name, simplifySchema(schema))
  return Object.fromEntries([...schemas].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function generateSchemas(io) {
  const registry = z.registry()
  for (const [value, id] of schemaNames) registry.add(value, { id })
  return z.toJSONSchema(registry, { target: 'openapi-3.0', io, uri: id => schemaPrefix + id, unrepresentable: 'any' })
    .schemas
}

export function schemaReference(type) {
  const name = schemaNames.get(type)
  if (!name) throw new Error(`A schema of /v1 has no name. Export it from libs/contracts/src/http/v1.`)
  return { $ref: schemaPrefix + name }
}

/** Converts the type of a query field to a schema. The description is omitted, because it belongs to the parameter. */
export function fieldSchema(type) {
  const { description: _, ...schema } = simplifySchema(z.toJSONSchema(type, { target: 'openapi-3.0', io: 'input' }))
  return schema
}

function simplifySchema(value) {
  if (Array.isArray(value)) return value.map(simplifySchema)
  if (value === null || typeof value !== 'object') return value
  const better = rewriteSchema(value)
  if (better) return simplifySchema(better)
  const entries = Object.entries(value).filter(
    ([key, keyword]) => !(redundantKeywords[key] && redundantKeywords[key](keyword, value)),
  )
  return Object.fromEntries(entries.map(([key, child]) => [key, simplifySchema(child)]))
}

function rewriteSchema(value) {
  const { schema, description, allOf, nullable, type } = value
  // the description tells the meaning of the text, so its pattern is omitted
  if (schema?.type) return { ...schema, ...(description && { description }) }
  if (allOf?.length === 1 && Object.keys(value).length === 1) return allOf[0]
  return nullable && allOf && !type ? { type: 'object', ...value } : undefined
}

function capitalize(name) {
  return name[0].toUpperCase() + name.slice(1)
}
