import { type Endpoint, hasBody, hasFormBody, type Parameter } from '../endpoints/endpoint.ts'

/** The values of the request form: parameters and files by name, and the JSON body as text. */
export type RequestForm = {
  values: Readonly<Record<string, string>>
  body: string
  files: Readonly<Record<string, File>>
}
/** The base URL and the API token with which requests are sent. */
export type ApiAccess = { baseUrl: string; token: string }
export type ApiRequest = { method: string; url: string; headers: Record<string, string>; body?: string | FormData }

/** S-EXP-11: returns the initial values of the request form: defaults of parameters and an example body. */
export const createInitialForm = ({ parameters, body }: Endpoint): RequestForm => ({
  values: Object.fromEntries(parameters.map(({ name, default: value }) => [name, String(value ?? '')])),
  body: body === undefined ? '' : JSON.stringify(body, null, 2),
  files: {},
})

const isFile = ({ type }: Parameter) => type === 'file'

/**
 * S-EXP-12, S-EXP-13, S-EXP-16: returns the first problem that prevents sending the request, as a text. Null: no
 * problem.
 */
export function findProblem(
  endpoint: Endpoint,
  { values, body, files }: RequestForm,
  { token }: ApiAccess,
): string | null {
  if (endpoint.needsAuth && !token) return 'API token is required for this endpoint'
  const missing = endpoint.parameters.find(
    parameter => parameter.required && !(isFile(parameter) ? files[parameter.name] : values[parameter.name]?.trim()),
  )
  if (missing) return `${missing.name} is required`
  return hasBody(endpoint) && !hasFormBody(endpoint) ? findBodyProblem(endpoint, body) : null
}

function findBodyProblem({ required = [] }: Endpoint, body: string): string | null {
  if (!body.trim()) return required[0] ? `${required[0]} is required` : null
  try {
    const parsedBody: unknown = JSON.parse(body)
    const hasField = (name: string) => typeof parsedBody === 'object' && parsedBody !== null && name in parsedBody
    const missing = required.find(name => !hasField(name))
    return missing ? `${missing} is required` : null
  } catch {
    return 'Invalid JSON body'
  }
}

/** S-EXP-15: returns the HTTP request for the form values. */
export function buildRequest(endpoint: Endpoint, formValues: RequestForm, { baseUrl, token }: ApiAccess): ApiRequest {
  const { method, needsAuth } = endpoint
  const authHeaders: Record<string, string> = needsAuth && token ? { Authorization: `Bearer ${token}` } : {}
  const customHeaders = { ...Object.fromEntries(buildHeaders(endpoint, formValues.values)), ...authHeaders }
  const url =
    baseUrl.replace(/\/+$/, '') + buildPath(endpoint, formValues.values) + buildQuery(endpoint, formValues.values)
  // No Content-Type header is set, because the browser adds this header with the boundary of the form.
  if (hasFormBody(endpoint)) return { method, url, headers: customHeaders, body: buildFormData(endpoint, formValues) }
  const headers = { 'Content-Type': 'application/json', ...customHeaders }
  const body = hasBody(endpoint) && formValues.body.trim() ? JSON.stringify(JSON.parse(formValues.body)) : undefined
  return { method, url, headers, ...(body !== undefined && { body }) }
}

const buildPath = ({ path }: Endpoint, values: RequestForm['values']) =>
  path.replace(/\{(\w+)\}/g, (placeholder, name: string) => encodeURIComponent(values[name] ?? '') || placeholder)

function buildQuery({ parameters }: Endpoint, values: RequestForm['values']) {
  const queryParameters = parameters.filter(({ name, in: location }) => location === 'query' && values[name])
  const query = queryParameters.map(
    ({ name }) => `${encodeURIComponent(name)}=${encodeURIComponent(values[name] ?? '')}`,
  )
  return query.length > 0 ? `?${query.join('&')}` : ''
}

/** Returns the header parameters that have a value. */
const buildHeaders = ({ parameters }: Endpoint, values: RequestForm['values']) =>
  parameters.flatMap(({ name, in: location }) => {
    const value = values[name]?.trim()
    return location === 'header' && value ? [[name, value] as const] : []
  })

function buildFormData({ parameters }: Endpoint, { values, files }: RequestForm): FormData {
  const form = new FormData()
  const fields = parameters.filter(parameter => parameter.in === 'form')
  // The other fields precede the file, because the server reads the form as a stream.
  for (const { name } of fields.filter(parameter => !isFile(parameter)))
    if (values[name]) form.append(name, values[name])
  for (const { name } of fields) if (files[name]) form.append(name, files[name], files[name].name)
  return form
}

/** Quotes a text as one argument of a shell command. */
const quoteForShell = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Returns the request as a cURL command. */
export function buildCurlCommand(endpoint: Endpoint, formValues: RequestForm, { baseUrl, token }: ApiAccess): string {
  const url =
    baseUrl.replace(/\/+$/, '') + buildPath(endpoint, formValues.values) + buildQuery(endpoint, formValues.values)
  const commandParts = [
    `curl -X ${endpoint.method} ${quoteForShell(url)}`,
    ...(endpoint.needsAuth ? [`-H ${quoteForShell(`Authorization: Bearer ${token || 'dm_your_token'}`)}`] : []),
    ...buildHeaders(endpoint, formValues.values).map(([name, value]) => `-H ${quoteForShell(`${name}: ${value}`)}`),
    ...(hasFormBody(endpoint) ? buildFormOptions(endpoint, formValues) : buildJsonOptions(endpoint, formValues)),
  ]
  return commandParts.join(' \\\n  ')
}

const buildFormOptions = ({ parameters }: Endpoint, { values, files }: RequestForm) =>
  parameters
    .filter(({ name, in: location, required }) => location === 'form' && (required || values[name]))
    .toSorted((a, b) => Number(a.type === 'file') - Number(b.type === 'file'))
    .map(({ name, type }) =>
      quoteForShell(type === 'file' ? `${name}=@${files[name]?.name ?? 'photo.jpg'}` : `${name}=${values[name] ?? ''}`),
    )
    .map(field => `-F ${field}`)

function buildJsonOptions(endpoint: Endpoint, { body }: RequestForm) {
  const type = `-H ${quoteForShell('Content-Type: application/json')}`
  return hasBody(endpoint) && body.trim() ? [type, `-d ${quoteForShell(compactJson(body))}`] : [type]
}

function compactJson(body: string) {
  try {
    return JSON.stringify(JSON.parse(body))
  } catch {
    return body
  }
}
