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
  say = (data: unknown) => this.dispatchEvent(new MessageEvent('change', { data: JSON.stringify(data) }))
}
let source: FakeSource
let stop: () => void
let today = Date.now()
const onChange = jest.fn()
const invalidated = jest.spyOn(queryClient, 'invalidateQueries')
/** The cache types that were read again, found by calling the predicate of each call. */
const readAgain = () =>
  ['images', 'albums', 'albumImages', 'tags', 'shares', 'favorites', 'userProfile'].filter(type =>
    invalidated.mock.calls.some(([filters]) => filters?.predicate?.({ queryKey: [type] } as never)),
  )

const readSomething = () => cacheStore.read('images', '/api/images')
function listen() {
  source = new FakeSource()
  stop = subscribeToServerEvents(onChange, () => source as unknown as EventSource)
}

beforeEach(() => {
  jest.useFakeTimers({ now: (today += 86_400_000) })
  cacheStore.clearAll()
  invalidated.mockClear()
  onChange.mockClear()
  listen()
})
afterEach(() => {
  stop()
  jest.useRealTimers()
})

it('a burst of messages causes one read', () => {
  for (let i = 0; i < 50; i++) source.say({ type: 'photo.ready', photo_id: String(i) })
  expect(invalidated).not.toHaveBeenCalled()
  jest.advanceTimersByTime(400)
  expect(invalidated).toHaveBeenCalledTimes(1)
  expect(readAgain()).toEqual(['images', 'albums', 'albumImages', 'favorites'])
  expect(onChange).toHaveBeenCalledTimes(50)
})

it('different messages are collected', () => {
  source.say({ type: 'share.changed' })
  source.say({ type: 'plan.changed' })
  jest.advanceTimersByTime(400)
  expect(readAgain()).toEqual(['albums', 'shares', 'userProfile'])
})

it('likes and tags from another device are read again where they are shown', () => {
  source.say({ type: 'likes.changed' })
  jest.advanceTimersByTime(400)
  expect(readAgain()).toEqual(['images', 'albumImages', 'favorites'])
  invalidated.mockClear()
  source.say({ type: 'tags.changed' })
  jest.advanceTimersByTime(400)
  expect(readAgain()).toEqual(['images', 'albumImages', 'tags'])
})

it('after a broken connection everything is read again, because messages may be missing', () => {
  source.open()
  expect(invalidated).not.toHaveBeenCalled()
  source.open()
  expect(readAgain()).toEqual(['images', 'albums', 'albumImages', 'tags', 'shares', 'favorites', 'userProfile'])
})

describe('a change between the first read and the connection', () => {
  it.each([
    ['the connection is long in coming', 0, 4000, true],
    ['the script that listens is long in coming', 5000, 200, true],
    ['both are quick', 500, 400, false],
  ])('%s', (_, untilListening, untilOpen, isMissed) => {
    stop()
    readSomething()
    jest.advanceTimersByTime(untilListening)
    readSomething()
    listen()
    jest.advanceTimersByTime(untilOpen)
    source.open()
    expect(readAgain().includes('images')).toBe(isMissed)
  })

  it('is ignored if nothing was read before, or if the user has signed out', () => {
    readSomething()
    jest.advanceTimersByTime(60_000)
    cacheStore.clearAll()
    source.open()
    expect(invalidated).not.toHaveBeenCalled()
  })

  it.each([
    [500, false],
    [4000, true],
  ])('counts only while no tab was connected: %i ms between two messages', (gap, isMissed) => {
    readSomething()
    source.open()
    jest.advanceTimersByTime(60_000)
    stop()
    jest.advanceTimersByTime(gap)
    listen()
    source.open()
    expect(readAgain().includes('images')).toBe(isMissed)
  })

  it.each([
    ['another tab listened until then', 60_000, false],
    ['no tab did', 100, true],
  ])('acquiring the lock: %s', (_, untilLock, isMissed) => {
    let grant: () => unknown = () => undefined
    const request = (_name: string, _options: object, callback: () => unknown) => {
      grant = callback
      return Promise.resolve()
    }
    Object.assign(navigator, { locks: { request } })
    const opened = jest.spyOn(window, 'EventSource').mockImplementation(() => source as unknown as EventSource)
    readSomething()
    jest.advanceTimersByTime(5000)
    const leave = subscribeInOneTab(onChange)
    jest.advanceTimersByTime(untilLock)
    void grant()
    source.open()
    expect(readAgain().includes('images')).toBe(isMissed)
    leave()
    opened.mockRestore()
    Reflect.deleteProperty(navigator, 'locks')
  })
})

it.each(['processing', 'completed'] as const)('a photo that was %s when its page was read', processing_status => {
  queryClient.setQueryData(['images', '/api/images'], { images: [{ id: 'one', processing_status }], total: 1 })
  source.open()
  expect(readAgain().includes('images')).toBe(processing_status === 'processing')
  queryClient.clear()
})

it('a message of a later version is ignored', () => {
  source.say({ type: 'something.new' })
  expect(() => jest.advanceTimersByTime(400)).not.toThrow()
})

it('stopping closes the connection and drops pending messages', () => {
  source.say({ type: 'photo.ready' })
  stop()
  jest.advanceTimersByTime(1000)
  expect(source.isClosed).toBe(true)
  expect(invalidated).not.toHaveBeenCalled()
})
