import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Endpoint, EndpointResponse, Parameter } from '../src/features/developers/endpoints/endpoint.ts'

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
function resolveRef<T extends object>(api: Components, objectOrRef: T): T {
  const ref = (objectOrRef as { $ref?: string }).$ref
  if (!ref) return objectOrRef
  const [, kind = '', name = ''] = /^#\/components\/([^/]+)\/([^/]+)$/.exec(ref) ?? []
  const target = api.components?.[kind]?.[name]
  if (!target) throw new Error(`The OpenAPI document has no ${ref}`)
  return resolveRef(api, target as T)
}

/** Returns the first alternative of a union, which represents all of them. */
const firstAlternative = (schema: Schema) => schema.oneOf?.[0] ?? schema.anyOf?.[0]

/** Returns the type in one word, for a table: `string`, `integer`, `file`, `string[]`. */
function typeOf(api: Components, schemaOrRef: Schema): string {
  const schema = resolveRef(api, schemaOrRef)
  if (schema.format === 'binary') return 'file'
  if (schema.type === 'array') return `${typeOf(api, schema.items ?? {})}[]`
  const alternative = firstAlternative(schema)
  return schema.type ?? (alternative ? typeOf(api, alternative) : 'string')
}

const EXAMPLE_OF_TYPE: Record<string, unknown> = { string: '…', integer: 0, number: 0, boolean: false }
const EXAMPLE_OF_FORMAT: Record<string, unknown> = {
  uuid: '0199f3c2-5b7e-7c41-9d3e-6a2f8b1c4d5e',
  'date-time': '2026-05-03T10:00:00.000Z',
  uri: 'https://…',
}

/** Returns an example value of a schema, with which a form starts. */
function exampleOf(api: Components, schemaOrRef: Schema): unknown {
  const schema = resolveRef(api, schemaOrRef)
  return schema.example ?? schema.default ?? schema.enum?.[0] ?? buildExample(api, schema)
}

function buildExample(api: Components, schema: Schema): unknown {
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(subschema => exampleOf(api, subschema)))
  const alternative = firstAlternative(schema)
  if (alternative) return exampleOf(api, alternative)
  if (schema.type === 'array') return schema.items ? [exampleOf(api, schema.items)] : []
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, subschema]) => [name, exampleOf(api, subschema)]),
    )
  return EXAMPLE_OF_FORMAT[schema.format ?? ''] ?? EXAMPLE_OF_TYPE[schema.type ?? ''] ?? {}
}

/** The OpenAPI document, which is generated from the route contracts. */
export const documentPath = join(import.meta.dirname, '../../../docs/api/openapi.yaml')

type Media = { schema?: Schema; example?: unknown; examples?: Record<string, { value?: unknown }> }
type Content = Record<string, Media>
type WithDescription = { description?: string }
type OpenApiParameter = WithDescription & {
  name: string
  in: string
  required?: boolean
  schema?: Schema
  example?: unknown
}
type Operation = WithDescription & {
  operationId?: string
  summary?: string
  tags?: string[]
  parameters?: OpenApiParameter[]
  requestBody?: { content?: Content }
  responses?: Record<string, WithDescription & { content?: Content }>
  security?: Record<string, string[]>[]
  'x-required-scope'?: string
}
type OpenApi = Components & {
  security?: Record<string, string[]>[]
  paths: Record<string, Record<string, unknown>>
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const
const JSON_TYPE = 'application/json'
const FORM_TYPE = 'multipart/form-data'

export const readDocument = () => readFileSync(documentPath, 'utf8')
export const readEndpoints = () => toEndpoints(parse(readDocument()) as OpenApi)

/** Converts all operations of an OpenAPI 3.0 document for the developer pages, in the order of the document. */
const toEndpoints = (api: OpenApi): Endpoint[] =>
  Object.entries(api.paths).flatMap(([path, item]) =>
    METHODS.flatMap(method => {
      const operation = item[method] as Operation | undefined
      if (!operation) return []
      const pathParameters = (item['parameters'] ?? []) as OpenApiParameter[]
      return [toEndpoint(api, { path, method, pathParameters, operation })]
    }),
  )

type OperationContext = { path: string; method: string; pathParameters: OpenApiParameter[]; operation: Operation }

function toEndpoint(api: OpenApi, { path, method, pathParameters, operation }: OperationContext): Endpoint {
  const operationParameters = [...pathParameters, ...(operation.parameters ?? [])].map(parameter =>
    resolveRef(api, parameter),
  )
  const requestContent = resolveRef(api, operation.requestBody ?? {}).content ?? {}
  return {
    ...describeOperation(operation, `${method} ${path}`),
    method: method.toUpperCase() as Endpoint['method'],
    // S-EXP-02: the base URL contains /v1.
    path: path.replace(/^\/v1(?=\/)/, ''),
    scope: operation['x-required-scope'] ?? null,
    needsAuth: (operation.security ?? api.security ?? []).length > 0,
    parameters: [...operationParameters.map(toParameter(api)), ...formFields(api, requestContent[FORM_TYPE])],
    ...bodyOf(api, requestContent[JSON_TYPE]),
    responses: responsesOf(api, operation),
  }
}

/** Removed from descriptions, because the pages show the scope separately. */
const SCOPE_SENTENCE = /\s*Requires a token with the scope `\w+`\.$/

const describeOperation = ({ operationId: id, summary, description, tags }: Operation, call: string) => ({
  id: id ?? call,
  title: summary ?? call,
  description: (description ?? '').replace(SCOPE_SENTENCE, '') || (summary ?? ''),
  category: tags?.[0] ?? 'API',
})

const bodyOf = (api: OpenApi, json: Media | undefined) =>
  json && { body: mediaExample(api, json), required: resolveRef(api, json.schema ?? {}).required ?? [] }

const toParameter =
  (api: OpenApi) =>
  ({ name, in: location, required = false, description = '', schema = {}, example }: OpenApiParameter): Parameter => {
    const { default: value, enum: choices, description: schemaDescription = '' } = resolveRef(api, schema)
    return {
      name,
      in: location as Parameter['in'],
      type: typeOf(api, schema),
      required: required || location === 'path',
      ...(value !== undefined && { default: value as Parameter['default'] }),
      ...(choices && { choices: choices.map(String) }),
      ...(example !== undefined && { example: String(example) }),
      description: description || schemaDescription,
    }
  }

function formFields(api: OpenApi, form: Media | undefined): Parameter[] {
  const { properties = {}, required = [] } = resolveRef(api, form?.schema ?? {})
  return Object.entries(properties).map(([name, schema]) =>
    toParameter(api)({ name, in: 'form', required: required.includes(name), schema }),
  )
}

function mediaExample(api: OpenApi, { example, examples, schema }: Media): unknown {
  const [firstExample] = Object.values(examples ?? {})
  return example ?? firstExample?.value ?? exampleOf(api, schema ?? {})
}

const responsesOf = (api: OpenApi, { responses = {} }: Operation): EndpointResponse[] =>
  Object.entries(responses).map(([status, responseOrRef]) => {
    const { description = '', content = {} } = resolveRef(api, responseOrRef)
    const json = content[JSON_TYPE]
    return { status, description, ...(json && { example: mediaExample(api, json) }) }
  })
