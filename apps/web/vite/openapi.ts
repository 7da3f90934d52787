import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Endpoint, EndpointResponse, Parameter } from '../src/features/developers/endpoints/endpoint.ts'
import { type Components, exampleOf, resolveRef, type Schema, typeOf } from './openapi-schema.ts'

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
export type OpenApi = Components & {
  security?: Record<string, string[]>[]
  paths: Record<string, Record<string, unknown>>
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const
const JSON_TYPE = 'application/json'
const FORM_TYPE = 'multipart/form-data'

export const readDocument = () => readFileSync(documentPath, 'utf8')
export const readEndpoints = () => toEndpoints(parse(readDocument()) as OpenApi)

/** Converts all operations of an OpenAPI 3.0 document for the developer pages, in the order of the document. */
export const toEndpoints = (api: OpenApi): Endpoint[] =>
  Object.entries(api.paths).flatMap(([path, item]) =>
    METHODS.flatMap(method => {
      const operation = item[method] as Operation | undefined
      if (!operation) return []
      const shared = (item['parameters'] ?? []) as OpenApiParameter[]
      return [toEndpoint(api, { path, method, shared, operation })]
    }),
  )

type OperationContext = { path: string; method: string; shared: OpenApiParameter[]; operation: Operation }

function toEndpoint(api: OpenApi, { path, method, shared, operation }: OperationContext): Endpoint {
  const given = [...shared, ...(operation.parameters ?? [])].map(one => resolveRef(api, one))
  const sent = resolveRef(api, operation.requestBody ?? {}).content ?? {}
  return {
    ...describeOperation(operation, `${method} ${path}`),
    method: method.toUpperCase() as Endpoint['method'],
    // S-EXP-02: the base URL contains /v1.
    path: path.replace(/^\/v1(?=\/)/, ''),
    scope: operation['x-required-scope'] ?? null,
    needsAuth: (operation.security ?? api.security ?? []).length > 0,
    parameters: [...given.map(toParameter(api)), ...formFields(api, sent[FORM_TYPE])],
    ...bodyOf(api, sent[JSON_TYPE]),
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
  ({ name, in: place, required = false, description = '', schema = {}, example }: OpenApiParameter): Parameter => {
    const { default: value, enum: choices, description: about = '' } = resolveRef(api, schema)
    return {
      ...{ name, in: place as Parameter['in'], type: typeOf(api, schema), required: required || place === 'path' },
      ...(value !== undefined && { default: value as Parameter['default'] }),
      ...(choices && { choices: choices.map(String) }),
      ...(example !== undefined && { example: String(example) }),
      description: description || about,
    }
  }

function formFields(api: OpenApi, form: Media | undefined): Parameter[] {
  const { properties = {}, required = [] } = resolveRef(api, form?.schema ?? {})
  return Object.entries(properties).map(([name, schema]) =>
    toParameter(api)({ name, in: 'form', required: required.includes(name), schema }),
  )
}

function mediaExample(api: OpenApi, { example, examples, schema }: Media): unknown {
  const [first] = Object.values(examples ?? {})
  return example ?? first?.value ?? exampleOf(api, schema ?? {})
}

const responsesOf = (api: OpenApi, { responses = {} }: Operation): EndpointResponse[] =>
  Object.entries(responses).map(([status, given]) => {
    const { description = '', content = {} } = resolveRef(api, given)
    const json = content[JSON_TYPE]
    return { status, description, ...(json && { example: mediaExample(api, json) }) }
  })
