import { jest } from '@jest/globals'
import * as routes from '@daymark/contracts/routes'
import { urlOf, ApiError, call, onSessionError, queryString } from './api.ts'

const fetchMock = jest.fn<typeof fetch>()
beforeEach(() => {
  fetchMock.mockReset()
  window.fetch = fetchMock
})
const respondWith = (body: unknown, status = 200) => fetchMock.mockResolvedValue(Response.json(body, { status }))

it('L-GUARD-07 every request sends the session cookie', async () => {
  respondWith({})
  await call(routes.listAlbums)
  expect(fetchMock.mock.calls[0]?.[1]).toMatchObject({ credentials: 'include', method: 'GET' })
})

it('sends JSON and parses the JSON response', async () => {
  respondWith({ id: '1' })
  await expect(call(routes.createAlbum, { body: { title: 'A' } })).resolves.toEqual({ id: '1' })
  expect(fetchMock.mock.calls[0]?.[1]).toMatchObject({
    body: '{"title":"A"}',
    headers: { 'content-type': 'application/json' },
  })
})

it('an error response becomes an ApiError with status, code and the server message', async () => {
  respondWith({ message: 'The starter plan is limited to 10 albums.', code: 'album_limit' }, 403)
  const reason = await call(routes.createAlbum, { body: { title: 'A' } }).catch((error: unknown) => error)
  expect(reason).toBeInstanceOf(ApiError)
  expect(reason).toMatchObject({
    status: 403,
    code: 'album_limit',
    serverMessage: 'The starter plan is limited to 10 albums.',
  })
})

it('an error response without JSON and a network failure are ApiErrors without a message', async () => {
  fetchMock.mockResolvedValue(new Response('<html>Bad Gateway', { status: 502 }))
  await expect(call(routes.listTags)).rejects.toMatchObject({ status: 502, serverMessage: null })
  fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(call(routes.listTags)).rejects.toMatchObject({ status: 0, code: 'network', serverMessage: null })
})

it('session listeners are called for a 401, except by the session check itself', async () => {
  const listener = jest.fn()
  const stop = onSessionError(listener)
  respondWith({ message: 'Please sign in.', code: 'no_session' }, 401)
  await call(routes.getMe).catch(() => undefined)
  expect(listener).not.toHaveBeenCalled()
  respondWith({ message: 'Please sign in.', code: 'no_session' }, 401)
  await call(routes.listImages).catch(() => undefined)
  expect(listener).toHaveBeenCalledTimes(1)
  stop()
})

it('an address contains the encoded parameters of its route', () => {
  expect(urlOf(routes.removeImageTag, { params: { id: 'a/b', tagId: 'c d' } })).toBe('/api/images/a%2Fb/tags/c%20d')
  expect(urlOf(routes.listImages, { query: { q: 'sea', limit: 50 } })).toBe('/api/images?q=sea&limit=50')
})

it('a query string contains only the values that are set, always in the same order', () => {
  expect(queryString({ q: 'a b', tag_id: undefined, limit: 50, offset: 0, format: '' })).toBe(
    '?q=a+b&limit=50&offset=0',
  )
  expect(queryString({})).toBe('')
})
