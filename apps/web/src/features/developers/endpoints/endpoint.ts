/** S-EXP-17: a call of the public API, read from the OpenAPI document. */
export type Endpoint = {
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path below the base URL, such as `/albums/{id}`. */
  path: string
  title: string
  description: string
  category: string
  /** The scope that the token needs. Null: no scope. */
  scope: string | null
  needsAuth: boolean
  parameters: readonly Parameter[]
  /** An example of the JSON body. */
  body?: unknown
  /** The names of the required fields of the body. */
  required?: readonly string[]
  responses: readonly EndpointResponse[]
}

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header' | 'form'
  /** The type in one word, such as `string` or `file`. */
  type: string
  required: boolean
  default?: string | number | boolean
  choices?: readonly string[]
  example?: string
  description: string
}

/** Returns the type of a parameter, and whether it is a header. */
export const describeType = ({ type, in: location }: Pick<Parameter, 'type' | 'in'>) =>
  location === 'header' ? `${type} (header)` : type

export type EndpointResponse = { status: string; description: string; example?: unknown }

/** Groups endpoints by category, in the order of the OpenAPI document. */
export const groupByCategory = (endpoints: readonly Endpoint[]) =>
  [...new Set(endpoints.map(({ category }) => category))].map(category => ({
    category,
    endpoints: endpoints.filter(endpoint => endpoint.category === category),
  }))

/**
 * S-EXP-04: returns whether a call has a JSON or form body. One DELETE call has a body too: the ids of the photos to
 * remove from an album.
 */
export const hasBody = ({ method, body }: Pick<Endpoint, 'method' | 'body'>) =>
  ['POST', 'PATCH', 'PUT'].includes(method) || body !== undefined
export const hasFormBody = ({ parameters }: Pick<Endpoint, 'parameters'>) =>
  parameters.some(parameter => parameter.in === 'form')
