import { type Endpoint, hasBody, isForm, type Parameter } from '../../endpoints/endpoint.ts'

/** The form values: parameters by name, the body as typed, chosen files by field name. */
export type Filled = {
  values: Readonly<Record<string, string>>
  body: string
  files: Readonly<Record<string, File>>
}
export type Access = { base: string; token: string }
export type Request = { method: string; url: string; headers: Record<string, string>; body?: string | FormData }

/** S-EXP-11: the initial form values of an endpoint. */
export const untouched = ({ parameters, body }: Endpoint): Filled => ({
  values: Object.fromEntries(parameters.map(({ name, default: value }) => [name, String(value ?? '')])),
  body: body === undefined ? '' : JSON.stringify(body, null, 2),
  files: {},
})

const isFile = ({ type }: Parameter) => type === 'file'

/** The first problem that prevents the request, as a sentence (S-EXP-12, S-EXP-13, S-EXP-16). */
export function problemOf(endpoint: Endpoint, { values, body, files }: Filled, { token }: Access): string | null {
  if (endpoint.needsAuth && !token) return 'API token is required for this endpoint'
  const missing = endpoint.parameters.find(
    one => one.required && !(isFile(one) ? files[one.name] : values[one.name]?.trim()),
  )
  if (missing) return `${missing.name} is required`
  return hasBody(endpoint) && !isForm(endpoint) ? bodyProblem(endpoint, body) : null
}

function bodyProblem({ required = [] }: Endpoint, body: string): string | null {
  if (!body.trim()) return required[0] ? `${required[0]} is required` : null
  try {
    const sent: unknown = JSON.parse(body)
    const has = (name: string) => typeof sent === 'object' && sent !== null && name in sent
    const missing = required.find(name => !has(name))
    return missing ? `${missing} is required` : null
  } catch {
    return 'Invalid JSON body'
  }
}

/** S-EXP-15 */
export function requestOf(endpoint: Endpoint, filled: Filled, { base, token }: Access): Request {
  const { method, needsAuth } = endpoint
  const auth: Record<string, string> = needsAuth && token ? { Authorization: `Bearer ${token}` } : {}
  const own = { ...Object.fromEntries(headersOf(endpoint, filled.values)), ...auth }
  const url = base.replace(/\/+$/, '') + pathOf(endpoint, filled.values) + queryOf(endpoint, filled.values)
  // The browser sets the boundary of a form.
  if (isForm(endpoint)) return { method, url, headers: own, body: formOf(endpoint, filled) }
  const headers = { 'Content-Type': 'application/json', ...own }
  const body = hasBody(endpoint) && filled.body.trim() ? JSON.stringify(JSON.parse(filled.body)) : undefined
  return { method, url, headers, ...(body !== undefined && { body }) }
}

export const pathOf = ({ path }: Endpoint, values: Filled['values']) =>
  path.replace(/\{(\w+)\}/g, (placeholder, name: string) => encodeURIComponent(values[name] ?? '') || placeholder)

export function queryOf({ parameters }: Endpoint, values: Filled['values']) {
  const given = parameters.filter(({ name, in: place }) => place === 'query' && values[name])
  const query = given.map(({ name }) => `${encodeURIComponent(name)}=${encodeURIComponent(values[name] ?? '')}`)
  return query.length > 0 ? `?${query.join('&')}` : ''
}

/** The documented headers that are filled in, such as `If-None-Match`. */
export const headersOf = ({ parameters }: Endpoint, values: Filled['values']) =>
  parameters.flatMap(({ name, in: place }) => {
    const value = values[name]?.trim()
    return place === 'header' && value ? [[name, value] as const] : []
  })

function formOf({ parameters }: Endpoint, { values, files }: Filled): FormData {
  const form = new FormData()
  const fields = parameters.filter(one => one.in === 'form')
  // Fields come before the file, so that a streaming server reads them first.
  for (const { name } of fields.filter(one => !isFile(one))) if (values[name]) form.append(name, values[name])
  for (const { name } of fields) if (files[name]) form.append(name, files[name], files[name].name)
  return form
}
