import { jest } from '@jest/globals'
import { cacheStore } from './cache-store.ts'
import { queryClient } from './cache.ts'
import { subscribeInOneTab, subscribeToServerEvents } from './server-events.ts'

class FakeSource extends EventTarget {
  readonly OPEN = 1
  readyState = 0
  isClosed = false
  close = () => (this.isClosed = true)
  open = () => {
    this.readyState = this.OPEN
    this.dispatchEvent(new Event('open'))
  }
  sendChange = (data: unknown) => this.dispatchEvent(new MessageEvent('change', { data: JSON.stringify(data) }))
}
let source: FakeSource
let stop: () => void
let startTime = Date.now()
const onChange = jest.fn()
const invalidateSpy = jest.spyOn(queryClient, 'invalidateQueries')
/** Returns the cache types that were refetched, found by calling the predicate of each call. */
const findRefetchedTypes = () =>
  ['images', 'albums', 'albumImages', 'tags', 'shares', 'favorites', 'userProfile'].filter(type =>
    invalidateSpy.mock.calls.some(([filters]) => filters?.predicate?.({ queryKey: [type] } as never)),
  )

const readCache = () => cacheStore.read('images', '/api/images')
function subscribe() {
  source = new FakeSource()
  stop = subscribeToServerEvents(onChange, () => source as unknown as EventSource)
}

beforeEach(() => {
  jest.useFakeTimers({ now: (startTime += 86_400_000) })
  cacheStore.clearAll()
  invalidateSpy.mockClear()
  onChange.mockClear()
  subscribe()
})
afterEach(() => {
  stop()
  jest.useRealTimers()
})

it('a burst of messages causes one read', () => {
  for (let i = 0; i < 50; i++) source.sendChange({ type: 'photo.ready', photo_id: String(i) })
  expect(invalidateSpy).not.toHaveBeenCalled()
  jest.advanceTimersByTime(400)
  expect(invalidateSpy).toHaveBeenCalledTimes(1)
  expect(findRefetchedTypes()).toEqual(['images', 'albums', 'albumImages', 'favorites'])
  expect(onChange).toHaveBeenCalledTimes(50)
})

it('different messages are collected', () => {
  source.sendChange({ type: 'share.changed' })
  source.sendChange({ type: 'plan.changed' })
  jest.advanceTimersByTime(400)
  expect(findRefetchedTypes()).toEqual(['albums', 'shares', 'userProfile'])
})

it('likes and tags from another device are read again where they are shown', () => {
  source.sendChange({ type: 'likes.changed' })
  jest.advanceTimersByTime(400)
  expect(findRefetchedTypes()).toEqual(['images', 'albumImages', 'favorites'])
  invalidateSpy.mockClear()
  source.sendChange({ type: 'tags.changed' })
  jest.advanceTimersByTime(2000)
  expect(findRefetchedTypes()).toEqual(['images', 'albumImages', 'tags'])
})

it('messages that keep coming cause one read every two seconds', () => {
  for (let i = 0; i < 100; i++) {
    source.sendChange({ type: 'photo.ready', photo_id: String(i) })
    jest.advanceTimersByTime(100)
  }
  expect(invalidateSpy).toHaveBeenCalledTimes(5)
})

it('a message just before the page is closed or reloaded still reaches other tabs and stored entries', () => {
  window.dispatchEvent(new Event('pagehide'))
  expect(invalidateSpy).not.toHaveBeenCalled()
  source.sendChange({ type: 'tags.changed' })
  window.dispatchEvent(new Event('pagehide'))
  expect(findRefetchedTypes()).toEqual(['images', 'albumImages', 'tags'])
  jest.advanceTimersByTime(5000)
  expect(invalidateSpy).toHaveBeenCalledTimes(1)
})

it('after a broken connection everything is read again, because messages may be missing', () => {
  source.open()
  expect(invalidateSpy).not.toHaveBeenCalled()
  source.open()
  expect(findRefetchedTypes()).toEqual([
    'images',
    'albums',
    'albumImages',
    'tags',
    'shares',
    'favorites',
    'userProfile',
  ])
})

describe('a change between the first read and the connection', () => {
  it.each([
    ['the connection opens late', 0, 4000, true],
    ['the script that subscribes loads late', 5000, 200, true],
    ['both are fast', 500, 400, false],
  ])('%s', (_, untilListening, untilOpen, isMissed) => {
    stop()
    readCache()
    jest.advanceTimersByTime(untilListening)
    readCache()
    subscribe()
    jest.advanceTimersByTime(untilOpen)
    source.open()
    expect(findRefetchedTypes().includes('images')).toBe(isMissed)
  })

  it('is ignored if nothing was read before, or if the user has signed out', () => {
    readCache()
    jest.advanceTimersByTime(60_000)
    cacheStore.clearAll()
    source.open()
    expect(invalidateSpy).not.toHaveBeenCalled()
  })

  it.each([
    [500, false],
    [4000, true],
  ])('counts only while no tab was connected: %i ms between two messages', (gap, isMissed) => {
    readCache()
    source.open()
    jest.advanceTimersByTime(60_000)
    stop()
    jest.advanceTimersByTime(gap)
    subscribe()
    source.open()
    expect(findRefetchedTypes().includes('images')).toBe(isMissed)
  })

  it.each([
    ['another tab listened until then', 60_000, false],
    ['no tab did', 100, true],
  ])('acquiring the lock: %s', (_, untilLock, isMissed) => {
    let grantLock: () => unknown = () => undefined
    const request = (_name: string, _options: object, callback: () => unknown) => {
      grantLock = callback
      return Promise.resolve()
    }
    Object.assign(navigator, { locks: { request } })
    const eventSourceSpy = jest.spyOn(window, 'EventSource').mockImplementation(() => source as unknown as EventSource)
    readCache()
    jest.advanceTimersByTime(5000)
    const unsubscribe = subscribeInOneTab(onChange)
    jest.advanceTimersByTime(untilLock)
    void grantLock()
    source.open()
    expect(findRefetchedTypes().includes('images')).toBe(isMissed)
    unsubscribe()
    eventSourceSpy.mockRestore()
    Reflect.deleteProperty(navigator, 'locks')
  })
})

it.each(['processing', 'completed'] as const)('a photo that was %s when its page was read', processing_status => {
  queryClient.setQueryData(['images', '/api/images'], { images: [{ id: 'one', processing_status }], total: 1 })
  source.open()
  expect(findRefetchedTypes().includes('images')).toBe(processing_status === 'processing')
  queryClient.clear()
})

it('a message of a later version is ignored', () => {
  source.sendChange({ type: 'something.new' })
  expect(() => jest.advanceTimersByTime(400)).not.toThrow()
})

it('stopping closes the connection and drops pending messages', () => {
  source.sendChange({ type: 'photo.ready' })
  stop()
  jest.advanceTimersByTime(1000)
  expect(source.isClosed).toBe(true)
  expect(invalidateSpy).not.toHaveBeenCalled()
})
