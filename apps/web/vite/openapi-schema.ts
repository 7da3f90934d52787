/** The part of an OpenAPI 3.0 JSON Schema that the developer pages read. */
export type Schema = {
  $ref?: string
  type?: string
  format?: string
  description?: string
  default?: unknown
  example?: unknown
  enum?: unknown[]
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
}

/** The shared definitions of a document. */
export type Components = { components?: Record<string, Record<string, unknown>> }

/** Returns the target of a `$ref`, or the object itself. */
export function resolveRef<T extends object>(api: Components, given: T): T {
  const ref = (given as { $ref?: string }).$ref
  if (!ref) return given
  const [, kind = '', name = ''] = /^#\/components\/([^/]+)\/([^/]+)$/.exec(ref) ?? []
  const found = api.components?.[kind]?.[name]
  if (!found) throw new Error(`The OpenAPI document has no ${ref}`)
  return resolveRef(api, found as T)
}

/** Returns the first alternative of a union, which represents all of them. */
const firstAlternative = (schema: Schema) => schema.oneOf?.[0] ?? schema.anyOf?.[0]

/** Returns the type in one word, for a table: `string`, `integer`, `file`, `string[]`. */
export function typeOf(api: Components, given: Schema): string {
  const schema = resolveRef(api, given)
  if (schema.format === 'binary') return 'file'
  if (schema.type === 'array') return `${typeOf(api, schema.items ?? {})}[]`
  const other = firstAlternative(schema)
  return schema.type ?? (other ? typeOf(api, other) : 'string')
}

const EXAMPLE_OF_TYPE: Record<string, unknown> = { string: '…', integer: 0, number: 0, boolean: false }
const EXAMPLE_OF_FORMAT: Record<string, unknown> = {
  uuid: '0199f3c2-5b7e-7c41-9d3e-6a2f8b1c4d5e',
  'date-time': '2026-05-03T10:00:00.000Z',
  uri: 'https://…',
}

/** Returns an example value of a schema, with which a form starts. */
export function exampleOf(api: Components, given: Schema): unknown {
  const schema = resolveRef(api, given)
  return schema.example ?? schema.default ?? schema.enum?.[0] ?? buildExample(api, schema)
}

function buildExample(api: Components, schema: Schema): unknown {
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(part => exampleOf(api, part)))
  const other = firstAlternative(schema)
  if (other) return exampleOf(api, other)
  if (schema.type === 'array') return schema.items ? [exampleOf(api, schema.items)] : []
  if (schema.properties)
    return Object.fromEntries(Object.entries(schema.properties).map(([name, part]) => [name, exampleOf(api, part)]))
  return EXAMPLE_OF_FORMAT[schema.format ?? ''] ?? EXAMPLE_OF_TYPE[schema.type ?? ''] ?? {}
}
