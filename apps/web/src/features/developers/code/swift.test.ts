import { endpoints } from '../../../../test/made/endpoints.ts'
import { samples } from '../../../../test/made/samples.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { joinLines } from './code-line.ts'

/** Swift samples are not run, because the compiler is too large. Their calls are compared with the API document. */
const texts = Object.entries(samples).flatMap(([name, lines]) => (name.endsWith('.swift') ? [joinLines(lines)] : []))
const [authenticate = '', quickstart = ''] = texts
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(found => found.slice(1))

type Call = { endpoint: Endpoint; answer: string; body: string | undefined }

/** `let album: Album = try await call("POST", "albums", title)` */
const calls: Call[] = all(
  quickstart,
  /let \w+: (\w+) = try await call\(\s*"(\w+)", "([\w/]+)"(?:, (\w+))?[^)\n]*/g,
).map(([answer = '', method, path, body]) => ({ endpoint: endpointOf(method, path), answer, body }))

function endpointOf(method: string | undefined, path: string | undefined): Endpoint {
  const found = endpoints.find(one => one.method === method && one.path === `/${path}`)
  if (!found) throw new Error(`The OpenAPI document has no ${method} /${path}`)
  return found
}

/** `struct Image: Decodable { let id: String, processing_status: String }` */
const fieldsOf = (struct: string) => {
  const [[body = ''] = []] = all(quickstart, new RegExp(`struct ${struct}: Decodable \\{([^}]*)\\}`, 'g'))
  return all(body, /(\w+):/g).flat()
}
const keysOf = (value: unknown) => Object.keys(Object(value))

it('S-DEV-08 there are two, and every call in them is checked', () => {
  expect(texts).toHaveLength(2)
  expect(calls).toHaveLength(all(quickstart, /(try await call\()/g).length)
  expect(calls.map(({ endpoint: { id } }) => id)).toEqual([
    'validateToken',
    'createAlbum',
    'uploadImage',
    'createShare',
  ])
})

it('S-DEV-07 the authenticating call is documented and requires its token', () => {
  const paths = all(authenticate, /base\.appending\(path: "(\w+)"\)/g).flat()
  expect(paths.map(path => endpointOf('GET', path).needsAuth)).toEqual([true])
})

it.each(texts)('sends only documented headers: %#', text => {
  const sent = all(text, /forHTTPHeaderField: "([^"]+)"/g).flat()
  expect(sent).toContain('Authorization')
  const documented = endpoints.flatMap(({ parameters }) => parameters.filter(one => one.in === 'header'))
  const known = ['Authorization', 'Content-Type', ...documented.map(({ name }) => name)]
  expect(sent.filter(name => !known.includes(name))).toEqual([])
})

it.each(calls)(
  '$endpoint.id: every field that is read exists in the response',
  ({ endpoint: { responses: answers }, answer }) => {
    const good = answers.find(({ status }) => status.startsWith('2'))
    const fields = fieldsOf(answer)
    expect(fields).not.toEqual([])
    expect(keysOf(good?.example)).toEqual(expect.arrayContaining(fields))
  },
)

it.each(calls)(
  '$endpoint.id: every sent field is documented, and no required field is missing',
  ({ endpoint, body }) => {
    const json = all(quickstart, new RegExp(`let ${body} = try JSONEncoder\\(\\)\\.encode\\(\\[([^\\]]*)\\]`, 'g'))
    const form = endpoint.parameters.filter(one => one.in === 'form')
    const sent = form.length > 0 ? all(quickstart, / name="(\w+)"/g) : all(json.flat().join(), /"(\w+)":/g)
    const names = form.length > 0 ? form.map(({ name }) => name) : keysOf(endpoint.body)
    const required = form.length > 0 ? form.flatMap(one => (one.required ? one.name : [])) : (endpoint.required ?? [])
    expect(names).toEqual(expect.arrayContaining(sent.flat()))
    expect(sent.flat()).toEqual(expect.arrayContaining(required))
    expect(sent.length > 0).toBe(body !== undefined)
  },
)
