import { type Endpoint, hasBody, isForm } from '../../endpoints/endpoint.ts'
import { type Access, type Filled, headersOf, pathOf, queryOf } from './request.ts'

/** Quotes any text for a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** The same request as a cURL command. */
export function curlOf(endpoint: Endpoint, filled: Filled, { base, token }: Access): string {
  const url = base.replace(/\/+$/, '') + pathOf(endpoint, filled.values) + queryOf(endpoint, filled.values)
  const parts = [
    `curl -X ${endpoint.method} ${quoted(url)}`,
    ...(endpoint.needsAuth ? [`-H ${quoted(`Authorization: Bearer ${token || 'dm_your_token'}`)}`] : []),
    ...headersOf(endpoint, filled.values).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(isForm(endpoint) ? formParts(endpoint, filled) : jsonParts(endpoint, filled)),
  ]
  return parts.join(' \\\n  ')
}

const formParts = ({ parameters }: Endpoint, { values, files }: Filled) =>
  parameters
    .filter(({ name, in: place, required }) => place === 'form' && (required || values[name]))
    .toSorted((a, b) => Number(a.type === 'file') - Number(b.type === 'file'))
    .map(({ name, type }) =>
      quoted(type === 'file' ? `${name}=@${files[name]?.name ?? 'photo.jpg'}` : `${name}=${values[name] ?? ''}`),
    )
    .map(field => `-F ${field}`)

function jsonParts(endpoint: Endpoint, { body }: Filled) {
  const type = `-H ${quoted('Content-Type: application/json')}`
  return hasBody(endpoint) && body.trim() ? [type, `-d ${quoted(compact(body))}`] : [type]
}

function compact(body: string) {
  try {
    return JSON.stringify(JSON.parse(body))
  } catch {
    return body
  }
}
