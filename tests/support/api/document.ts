import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import { parse } from 'yaml'

type Content = { schema: object; example?: unknown }
type Response = { $ref?: string; content?: Record<string, Content>; headers?: Record<string, object> }
export type Operation = {
  operationId: string
  'x-required-scope'?: string
  parameters?: object[]
  requestBody?: { content: Record<string, Content> }
  responses: Record<string, Response>
}
type Document = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object>; responses: Record<string, Response> }
}

const file = join(import.meta.dirname, '../../../docs/api/openapi.yaml')
export const document = parse(readFileSync(file, 'utf8')) as Document
export const operations: [method: string, path: string, operation: Operation][] = Object.entries(
  document.paths,
).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, one]): [string, string, Operation] => [method, path, one]),
)

/** The JSON response of an operation with this status; undefined if the document does not describe one. */
export function responseBody({ responses }: Operation, status: number): Content | undefined {
  const response = responses[status]
  const name = response?.$ref?.split('/').at(-1)
  return (name ? document.components.responses[name] : response)?.content?.['application/json']
}

// Clients must accept unknown fields. This test does not, because every field has to be documented.
const ajv = new Ajv({ strict: false, allErrors: true })
formats.default(ajv)
ajv.addSchema({ $id: 'api', components: { schemas: withoutExtraFields(document.components.schemas) } })
const compiled = new Map<string, ValidateFunction>()

/** Violations of the schema. */
export function schemaErrors(schema: object, value: unknown): string[] {
  const key = JSON.stringify(schema)
  const check = compiled.get(key) ?? ajv.compile(JSON.parse(key.replaceAll('"#/', '"api#/')) as object)
  compiled.set(key, check)
  check(value)
  return (check.errors ?? []).map(
    ({ instancePath, message, params }: ErrorObject) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  )
}

function withoutExtraFields<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutExtraFields) as T
  if (typeof value !== 'object' || value === null) return value
  const all = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutExtraFields(one)]))
  const isObject = all['type'] === 'object' && all['properties'] !== undefined
  return { ...(isObject && { additionalProperties: false }), ...all } as T
}
