import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Endpoint, EndpointAnswer, Parameter } from '../src/features/developers/endpoints/endpoint.ts'
import { type Components, exampleOf, resolved, type Schema, typeOf } from './openapi-schema.ts'

/** Generated from the route contracts; the developer pages read all facts about a call from it. */
export const documentPath = join(import.meta.dirname, '../../../docs/api/openapi.yaml')

type Media = { schema?: Schema; example?: unknown; examples?: Record<string, { value?: unknown }> }
type Content = Record<string, Media>
type Described = { description?: string }
type GivenParameter = Described & { name: string; in: string; required?: boolean; schema?: Schema; example?: unknown }
type Operation = Described & {
  operationId?: string
  summary?: string
  tags?: string[]
  parameters?: GivenParameter[]
  requestBody?: { content?: Content }
  responses?: Record<string, Described & { content?: Content }>
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
export const readEndpoints = () => endpointsOf(parse(readDocument()) as OpenApi)

/** Every operation of an OpenAPI 3.0 document as the developer pages show it, in the document's order. */
export const endpointsOf = (api: OpenApi): Endpoint[] =>
  Object.entries(api.paths).flatMap(([path, item]) =>
    METHODS.flatMap(method => {
      const operation = item[method] as Operation | undefined
      if (!operation) return []
      const shared = (item['parameters'] ?? []) as GivenParameter[]
      return [endpointOf(api, { path, method, shared, operation })]
    }),
  )

type Place = { path: string; method: string; shared: GivenParameter[]; operation: Operation }

function endpointOf(api: OpenApi, { path, method, shared, operation }: Place): Endpoint {
  const given = [...shared, ...(operation.parameters ?? [])].map(one => resolved(api, one))
  const sent = resolved(api, operation.requestBody ?? {}).content ?? {}
  return {
    ...namesOf(operation, `${method} ${path}`),
    method: method.toUpperCase() as Endpoint['method'],
    // The base URL ends with it (S-EXP-02).
    path: path.replace(/^\/v1(?=\/)/, ''),
    scope: operation['x-required-scope'] ?? null,
    needsAuth: (operation.security ?? api.security ?? []).length > 0,
    parameters: [...given.map(asParameter(api)), ...formFields(api, sent[FORM_TYPE])],
    ...bodyOf(api, sent[JSON_TYPE]),
    answers: answersOf(api, operation),
  }
}

/** Shown separately. */
const SCOPE_SENTENCE = /\s*Requires a token with the scope `\w+`\.$/

const namesOf = ({ operationId: id, summary, description, tags }: Operation, call: string) => ({
  id: id ?? call,
  title: summary ?? call,
  description: (description ?? '').replace(SCOPE_SENTENCE, '') || (summary ?? ''),
  category: tags?.[0] ?? 'API',
})

const bodyOf = (api: OpenApi, json: Media | undefined) =>
  json && { body: mediaExample(api, json), required: resolved(api, json.schema ?? {}).required ?? [] }

const asParameter =
  (api: OpenApi) =>
  ({ name, in: place, required = false, description = '', schema = {}, example }: GivenParameter): Parameter => {
    const { default: value, enum: choices, description: about = '' } = resolved(api, schema)
    return {
      ...{ name, in: place as Parameter['in'], type: typeOf(api, schema), required: required || place === 'path' },
      ...(value !== undefined && { default: value as Parameter['default'] }),
      ...(choices && { choices: choices.map(String) }),
      ...(example !== undefined && { example: String(example) }),
      description: description || about,
    }
  }

function formFields(api: OpenApi, form: Media | undefined): Parameter[] {
  const { properties = {}, required = [] } = resolved(api, form?.schema ?? {})
  return Object.entries(properties).map(([name, schema]) =>
    asParameter(api)({ name, in: 'form', required: required.includes(name), schema }),
  )
}

function mediaExample(api: OpenApi, { example, examples, schema }: Media): unknown {
  const [first] = Object.values(examples ?? {})
  return example ?? first?.value ?? exampleOf(api, schema ?? {})
}

const answersOf = (api: OpenApi, { responses = {} }: Operation): EndpointAnswer[] =>
  Object.entries(responses).map(([status, given]) => {
    const { description = '', content = {} } = resolved(api, given)
    const json = content[JSON_TYPE]
    return { status, description, ...(json && { example: mediaExample(api, json) }) }
  })
