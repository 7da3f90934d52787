import { jest } from '@jest/globals'
import { success, FakeApi, failure, images } from '../../../test/fake-api.ts'
import { FakeWorkers } from '../../../test/fake-workers.ts'
import { deleteAlbum } from '../../features/albums/album.actions.ts'
import { albumKey } from '../../features/albums/album.queries.ts'
import { deletePhoto, deletePhotos } from '../../domain/photos/photo.actions.ts'
import { queryClient } from '../../domain/cache/cache.ts'
import { fetchCurrentUser } from '../../domain/session/session.tsx'

jest.spyOn(window, 'alert').mockImplementation(() => undefined)
jest.spyOn(console, 'error').mockImplementation(() => undefined)
const [one, two] = images(2)
if (!one || !two) throw new Error('two photos are needed')
const variantUrlsOf = (...names: string[]) =>
  names.flatMap(name => ['sm', 'md', 'lg'].map(size => `/media/variants/${size}/${name}.jpg`))

let api: FakeApi
let workers: FakeWorkers
beforeEach(() => {
  workers = new FakeWorkers()
  workers.activate()
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: workers })
  api = new FakeApi()
  window.fetch = api.fetch
})
afterAll(() => Reflect.deleteProperty(navigator, 'serviceWorker'))

const readPostedMessages = async () => {
  await new Promise(resolve => setTimeout(resolve))
  return workers.registration.active?.postMessage.mock.calls.map(([message]) => message)
}

describe('L-STATE-04 the offline worker evicts', () => {
  it('a photo in all three sizes after it is deleted', async () => {
    await deletePhoto(one)
    expect(await readPostedMessages()).toEqual([{ type: 'EVICT_MEDIA', urls: variantUrlsOf('1') }])
  })

  it('only the deleted photos of a selection', async () => {
    api.on('DELETE /api/images/:id', ({ id }) => (id === '1' ? failure(500) : success()))
    await deletePhotos([one, two])
    expect(await readPostedMessages()).toEqual([{ type: 'EVICT_MEDIA', urls: variantUrlsOf('2') }])
  })

  it('nothing after a failed deletion', async () => {
    api.on('DELETE /api/images/:id', () => failure(500))
    await deletePhoto(one)
    expect(await readPostedMessages()).toEqual([])
  })

  it.each([
    [true, [{ type: 'EVICT_MEDIA', urls: variantUrlsOf('1', '2') }]],
    [false, []],
  ])('the photos of a deleted album if they are deleted too: %s', async (deletePhotos, messages) => {
    queryClient.setQueryData(albumKey('lisbon'), { id: 'lisbon', images: [one, two], total: 2 })
    api.on('DELETE /api/albums/lisbon', () => success())
    await deleteAlbum('lisbon', deletePhotos, () => undefined)
    expect(await readPostedMessages()).toEqual(messages)
  })
})

it('pictures are removed when the session ended while no page was open', async () => {
  api.user = null
  await fetchCurrentUser()
  expect(await readPostedMessages()).toEqual([{ type: 'CLEAR_ALL' }])
})

it('pictures are kept when the server cannot be reached', async () => {
  api.on('GET /api/auth/me', () => failure(503))
  await fetchCurrentUser()
  expect(await readPostedMessages()).toEqual([])
})

it('nothing is posted and nothing fails without a worker', async () => {
  workers.registration.active = null
  expect(await deletePhoto(one)).toBe(true)
  Reflect.deleteProperty(navigator, 'serviceWorker')
  expect(await deletePhoto(two)).toBe(true)
})
