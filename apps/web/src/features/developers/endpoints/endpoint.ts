/** S-EXP-17. A call of the public API as the developer pages show it, read from the OpenAPI document. */
export type Endpoint = {
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the base address: `/albums/{id}`. */
  path: string
  title: string
  description: string
  category: string
  /** What a token has to be allowed. */
  scope: string | null
  needsAuth: boolean
  parameters: readonly Parameter[]
  /** An example of what is sent as JSON. */
  body?: unknown
  /** Names of what such a body cannot do without. */
  required?: readonly string[]
  answers: readonly EndpointAnswer[]
}

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'form'
  /** `string`, `integer`, `boolean`, `file` … */
  type: string
  required: boolean
  default?: string | number | boolean
  choices?: readonly string[]
  example?: string
  description: string
}

export type EndpointAnswer = { status: string; description: string; example?: unknown }

/** In groups, in the order of the document. */
export const byCategory = (endpoints: readonly Endpoint[]) =>
  [...new Set(endpoints.map(({ category }) => category))].map(category => ({
    category,
    endpoints: endpoints.filter(endpoint => endpoint.category === category),
  }))

/** Only these carry something (S-EXP-04). */
export const hasBody = ({ method }: Pick<Endpoint, 'method'>) => ['POST', 'PATCH', 'PUT'].includes(method)
export const isForm = ({ parameters }: Pick<Endpoint, 'parameters'>) => parameters.some(one => one.in === 'form')
