/** S-EXP-17. A call of the public API as the developer pages show it, read from the OpenAPI document. */
export type Endpoint = {
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the base address: `/albums/{id}`. */
  path: string
  title: string
  description: string
  category: string
  /** The required scope of the token. */
  scope: string | null
  needsAuth: boolean
  parameters: readonly Parameter[]
  /** An example of the JSON body. */
  body?: unknown
  /** The required fields of the body. */
  required?: readonly string[]
  answers: readonly EndpointAnswer[]
}

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header' | 'form'
  /** `string`, `integer`, `boolean`, `file` … */
  type: string
  required: boolean
  default?: string | number | boolean
  choices?: readonly string[]
  example?: string
  description: string
}

/** Its type, and its place unless that is the path, query or body. */
export const typeWords = ({ type, in: place }: Pick<Parameter, 'type' | 'in'>) =>
  place === 'header' ? `${type}, a header` : type

export type EndpointAnswer = { status: string; description: string; example?: unknown }

/** In groups, in the order of the document. */
export const byCategory = (endpoints: readonly Endpoint[]) =>
  [...new Set(endpoints.map(({ category }) => category))].map(category => ({
    category,
    endpoints: endpoints.filter(endpoint => endpoint.category === category),
  }))

/** S-EXP-04; one DELETE call has a body: it removes the given photos from an album. */
export const hasBody = ({ method, body }: Pick<Endpoint, 'method' | 'body'>) =>
  ['POST', 'PATCH', 'PUT'].includes(method) || body !== undefined
export const isForm = ({ parameters }: Pick<Endpoint, 'parameters'>) => parameters.some(one => one.in === 'form')
