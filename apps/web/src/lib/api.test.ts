import { jest } from '@jest/globals'
import * as routes from '@daymark/contracts/routes'
import { addressOf, ApiError, call, onRefusal, queryString } from './api.ts'

const fetchMock = jest.fn<typeof fetch>()
beforeEach(() => {
  fetchMock.mockReset()
  window.fetch = fetchMock
})
const answers = (body: unknown, status = 200) => fetchMock.mockResolvedValue(Response.json(body, { status }))

it('L-GUARD-07 every request carries the session', async () => {
  answers({})
  await call(routes.listAlbums)
  expect(fetchMock.mock.calls[0]?.[1]).toMatchObject({ credentials: 'include', method: 'GET' })
})

it('sends JSON and answers JSON', async () => {
  answers({ id: '1' })
  await expect(call(routes.createAlbum, { body: { title: 'A' } })).resolves.toEqual({ id: '1' })
  expect(fetchMock.mock.calls[0]?.[1]).toMatchObject({
    body: '{"title":"A"}',
    headers: { 'content-type': 'application/json' },
  })
})

it('a refusal carries status, code and the sentence of the server', async () => {
  answers({ message: 'The starter plan is limited to 10 albums.', code: 'album_limit' }, 403)
  const reason = await call(routes.createAlbum, { body: { title: 'A' } }).catch((error: unknown) => error)
  expect(reason).toBeInstanceOf(ApiError)
  expect(reason).toMatchObject({
    status: 403,
    code: 'album_limit',
    sentence: 'The starter plan is limited to 10 albums.',
  })
})

it('a failure without JSON and a network without answer are ApiErrors without a sentence', async () => {
  fetchMock.mockResolvedValue(new Response('<html>Bad Gateway', { status: 502 }))
  await expect(call(routes.listTags)).rejects.toMatchObject({ status: 502, sentence: null })
  fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(call(routes.listTags)).rejects.toMatchObject({ status: 0, code: 'network', sentence: null })
})

it('a listener learns that the session is gone, but not from the session check itself', async () => {
  const listener = jest.fn()
  const stop = onRefusal(listener)
  answers({ message: 'Please sign in.', code: 'no_session' }, 401)
  await call(routes.getMe).catch(() => undefined)
  expect(listener).not.toHaveBeenCalled()
  answers({ message: 'Please sign in.', code: 'no_session' }, 401)
  await call(routes.listImages).catch(() => undefined)
  expect(listener).toHaveBeenCalledTimes(1)
  stop()
})

it('an address holds the parameters of its route, encoded', () => {
  expect(addressOf(routes.removeImageTag, { params: { id: 'a/b', tagId: 'c d' } })).toBe('/api/images/a%2Fb/tags/c%20d')
  expect(addressOf(routes.listImages, { query: { q: 'sea', limit: 50 } })).toBe('/api/images?q=sea&limit=50')
})

it('a query names only what is set, always in the same order', () => {
  expect(queryString({ q: 'a b', tag_id: undefined, limit: 50, offset: 0, format: '' })).toBe(
    '?q=a+b&limit=50&offset=0',
  )
  expect(queryString({})).toBe('')
})
