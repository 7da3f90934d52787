import { endpoints } from '../../../../test/made/endpoints.ts'
import { samples } from '../../../../test/made/samples.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { joinLines } from './code-line.ts'

/** Swift samples are not run, because the compiler is too large. Their calls are compared with the API document. */
const texts = Object.entries(samples).flatMap(([name, lines]) => (name.endsWith('.swift') ? [joinLines(lines)] : []))
const [authenticate = '', quickstart = ''] = texts
const matchGroups = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(match => match.slice(1))

type Call = { endpoint: Endpoint; responseType: string; body: string | undefined }

/** The calls of the quickstart, such as `let album: Album = try await call("POST", "albums", title)`. */
const calls: Call[] = matchGroups(
  quickstart,
  /let \w+: (\w+) = try await call\(\s*"(\w+)", "([\w/]+)"(?:, (\w+))?[^)\n]*/g,
).map(([responseType = '', method, path, body]) => ({ endpoint: endpointOf(method, path), responseType, body }))

function endpointOf(method: string | undefined, path: string | undefined): Endpoint {
  const found = endpoints.find(one => one.method === method && one.path === `/${path}`)
  if (!found) throw new Error(`The OpenAPI document has no ${method} /${path}`)
  return found
}

/** Returns the fields of a struct such as `struct Image: Decodable { let id: String, processing_status: String }`. */
const fieldsOf = (struct: string) => {
  const [[body = ''] = []] = matchGroups(quickstart, new RegExp(`struct ${struct}: Decodable \\{([^}]*)\\}`, 'g'))
  return matchGroups(body, /(\w+):/g).flat()
}
const keysOf = (value: unknown) => Object.keys(Object(value))

it('S-DEV-08 there are two Swift samples, and every call in them is checked', () => {
  expect(texts).toHaveLength(2)
  expect(calls).toHaveLength(matchGroups(quickstart, /(try await call\()/g).length)
  expect(calls.map(({ endpoint: { id } }) => id)).toEqual([
    'validateToken',
    'createAlbum',
    'uploadImage',
    'createShare',
  ])
})

it('S-DEV-07 the call of the authentication sample is documented and requires a token', () => {
  const paths = matchGroups(authenticate, /base\.appending\(path: "(\w+)"\)/g).flat()
  expect(paths.map(path => endpointOf('GET', path).needsAuth)).toEqual([true])
})

it.each(texts)('sends only documented headers: %#', text => {
  const sent = matchGroups(text, /forHTTPHeaderField: "([^"]+)"/g).flat()
  expect(sent).toContain('Authorization')
  const documented = endpoints.flatMap(({ parameters }) => parameters.filter(one => one.in === 'header'))
  const known = ['Authorization', 'Content-Type', ...documented.map(({ name }) => name)]
  expect(sent.filter(name => !known.includes(name))).toEqual([])
})

it.each(calls)(
  '$endpoint.id: every field that is read exists in the response',
  ({ endpoint: { responses }, responseType }) => {
    const success = responses.find(({ status }) => status.startsWith('2'))
    const fields = fieldsOf(responseType)
    expect(fields).not.toEqual([])
    expect(keysOf(success?.example)).toEqual(expect.arrayContaining(fields))
  },
)

it.each(calls)(
  '$endpoint.id: every sent field is documented, and no required field is missing',
  ({ endpoint, body }) => {
    const bodyPattern = new RegExp(`let ${body} = try JSONEncoder\\(\\)\\.encode\\(\\[([^\\]]*)\\]`, 'g')
    const json = matchGroups(quickstart, bodyPattern)
    const form = endpoint.parameters.filter(one => one.in === 'form')
    const sent =
      form.length > 0 ? matchGroups(quickstart, / name="(\w+)"/g) : matchGroups(json.flat().join(), /"(\w+)":/g)
    const names = form.length > 0 ? form.map(({ name }) => name) : keysOf(endpoint.body)
    const required = form.length > 0 ? form.flatMap(one => (one.required ? one.name : [])) : (endpoint.required ?? [])
    expect(names).toEqual(expect.arrayContaining(sent.flat()))
    expect(sent.flat()).toEqual(expect.arrayContaining(required))
    expect(sent.length > 0).toBe(body !== undefined)
  },
)
