import type { Endpoint } from '../endpoints/endpoint.ts'
import { endpoints } from '../../../../test/made/endpoints.ts'
import { buildCurlCommand, type RequestForm, findProblem, buildRequest, createInitialForm } from './request.ts'

const access = { baseUrl: 'http://localhost/v1', token: 'dm_secret' }
const findEndpoint = (id: string): Endpoint => {
  const found = endpoints.find(candidate => candidate.id === id)
  if (!found) throw new Error(`The OpenAPI document has no ${id}`)
  return found
}
const formValues = (id: string, fields: Partial<RequestForm> = {}): RequestForm => {
  const empty = createInitialForm(findEndpoint(id))
  return { ...empty, ...fields, values: { ...empty.values, ...fields.values } }
}
const problem = (id: string, fields?: Partial<RequestForm>, token = access.token) =>
  findProblem(findEndpoint(id), formValues(id, fields), { ...access, token })
const request = (id: string, fields?: Partial<RequestForm>, token = access.token) =>
  buildRequest(findEndpoint(id), formValues(id, fields), { ...access, token })

describe('problems that prevent a request', () => {
  it('S-EXP-12 a missing token', () => {
    expect(problem('listAlbums', {}, '')).toBe('API token is required for this endpoint')
    expect(problem('getHealth', {}, '')).toBeNull()
    expect(problem('getVersion', {}, '')).toBeNull()
  })

  it('S-EXP-13 a body that is not JSON', () => {
    expect(problem('createAlbum', { body: '{"title": ' })).toBe('Invalid JSON body')
    expect(problem('createAlbum', { body: '{"title": "A"}' })).toBeNull()
  })

  it('S-EXP-16 q of a search, ids in a path, url and events of a webhook', () => {
    expect(problem('search')).toBe('q is required')
    expect(problem('search', { values: { q: 'dune' } })).toBeNull()
    expect(problem('getAlbum')).toBe('id is required')
    expect(problem('createWebhook', { body: '{"events": ["share.view"]}' })).toBe('url is required')
    expect(problem('createWebhook', { body: '{"url": "https://example.com"}' })).toBe('events is required')
    expect(problem('createWebhook', { body: ' ' })).toBe('url is required')
    expect(problem('createWebhook')).toBeNull()
  })

  it('the file of an upload', () => {
    expect(problem('uploadImage')).toBe('file is required')
    expect(problem('uploadImage', { files: { file: new File(['x'], 'a.jpg') } })).toBeNull()
  })
})

describe('the sent request', () => {
  it('S-EXP-15 has path parameters in the path and other parameters in an encoded query', () => {
    const { method, url, headers, body } = request('search', { values: { q: 'sea & sky', type: 'images' } })
    expect([method, url]).toEqual(['GET', 'http://localhost/v1/search?q=sea%20%26%20sky&type=images&limit=20&offset=0'])
    expect(headers).toEqual({ 'Content-Type': 'application/json', Authorization: 'Bearer dm_secret' })
    expect(body).toBeUndefined()
    expect(request('getAlbum', { values: { id: 'a/b' } }).url).toBe('http://localhost/v1/albums/a%2Fb')
  })

  it('S-EXP-15 has no token if the endpoint needs none, and a JSON body for changes', () => {
    expect(request('getHealth').headers).toEqual({ 'Content-Type': 'application/json' })
    const { method, body } = request('updateImage', { values: { id: '1' }, body: '{\n  "favorite": true\n}' })
    expect([method, body]).toEqual(['PATCH', '{"favorite":true}'])
  })

  it('has a form for an upload, with the file last and without an explicit content type', () => {
    const file = new File(['x'], 'a.jpg', { type: 'image/jpeg' })
    const { headers, body } = request('uploadImage', { values: { title: 'Dune' }, files: { file } })
    expect(headers).toEqual({ Authorization: 'Bearer dm_secret' })
    expect([...(body as FormData).keys()]).toEqual(['title', 'file'])
  })

  it('S-EXP-15 has the documented headers that are filled in, and no empty headers', () => {
    const headers = (id: string, values: Record<string, string>, files = {}) => request(id, { values, files }).headers
    expect(headers('listAlbums', { 'If-None-Match': ' W/"7" ' })).toEqual({
      'Content-Type': 'application/json',
      Authorization: 'Bearer dm_secret',
      'If-None-Match': 'W/"7"',
    })
    const file = new File(['x'], 'a.jpg')
    expect(headers('uploadImage', { 'Idempotency-Key': 'a-1', 'Upload-Offset': '8' }, { file })).toEqual({
      Authorization: 'Bearer dm_secret',
      'Idempotency-Key': 'a-1',
      'Upload-Offset': '8',
    })
    expect(headers('listAlbums', { 'If-None-Match': ' ' })).not.toHaveProperty('If-None-Match')
  })

  it('has no slash at the end of the base URL', () => {
    const { url } = buildRequest(findEndpoint('getHealth'), formValues('getHealth'), {
      ...access,
      baseUrl: 'http://localhost/v1//',
    })
    expect(url).toBe('http://localhost/v1/health')
  })
})

describe('the request as a command', () => {
  const curl = (id: string, fields?: Partial<RequestForm>, token = access.token) =>
    buildCurlCommand(findEndpoint(id), formValues(id, fields), { ...access, token })

  it('S-EXP-07 has address, token and body, with any characters', () => {
    expect(curl('createAlbum', { body: '{ "title": "Anna\'s day" }' })).toBe(
      [
        "curl -X POST 'http://localhost/v1/albums' \\",
        "  -H 'Authorization: Bearer dm_secret' \\",
        "  -H 'Content-Type: application/json' \\",
        String.raw`  -d '{"title":"Anna'\''s day"}'`,
      ].join('\n'),
    )
    expect(curl('listTags', {}, '')).toContain("'Authorization: Bearer dm_your_token'")
    expect(curl('getHealth')).not.toContain('Authorization')
  })

  it('S-EXP-07 has the headers that are filled in', () => {
    const [first, ...rest] = curl('listTags', { values: { 'If-None-Match': 'W/"it\'s"' } }).split(' \\\n  ')
    expect(first).toContain('/tags')
    expect(rest).toContain(String.raw`-H 'If-None-Match: W/"it'\''s"'`)
    expect(curl('listTags')).not.toContain('If-None-Match')
  })

  it('S-EXP-07 names the file of an upload', () => {
    const file = new File(['x'], 'a.jpg')
    expect(curl('uploadImage', { values: { title: 'Dune' }, files: { file } })).toMatch(
      /-F 'title=Dune' \\\n {2}-F 'file=@a.jpg'$/,
    )
  })
})
