import { jest } from '@jest/globals'
import { queryClient } from './cache.ts'
import { listenToServer } from './server-events.ts'

class FakeSource extends EventTarget {
  isClosed = false
  close = () => (this.isClosed = true)
  say = (data: unknown) => this.dispatchEvent(new MessageEvent('change', { data: JSON.stringify(data) }))
}
let source: FakeSource
let stop: () => void
const onChange = jest.fn()
const invalidated = jest.spyOn(queryClient, 'invalidateQueries')
/** Which cache types were read again, by asking the predicate of each call. */
const readAgain = () =>
  ['images', 'albums', 'albumImages', 'tags', 'shares', 'favorites', 'userProfile'].filter(type =>
    invalidated.mock.calls.some(([filters]) => filters?.predicate?.({ queryKey: [type] } as never)),
  )

beforeEach(() => {
  jest.useFakeTimers()
  invalidated.mockClear()
  onChange.mockClear()
  source = new FakeSource()
  stop = listenToServer(onChange, () => source as unknown as EventSource)
})
afterEach(() => {
  stop()
  jest.useRealTimers()
})

it('a burst of messages is answered by one reading', () => {
  for (let i = 0; i < 50; i++) source.say({ type: 'photo.ready', photo_id: String(i) })
  expect(invalidated).not.toHaveBeenCalled()
  jest.advanceTimersByTime(400)
  expect(invalidated).toHaveBeenCalledTimes(1)
  expect(readAgain()).toEqual(['images', 'albums', 'albumImages', 'favorites'])
  expect(onChange).toHaveBeenCalledTimes(50)
})

it('different messages are gathered', () => {
  source.say({ type: 'share.changed' })
  source.say({ type: 'plan.changed' })
  jest.advanceTimersByTime(400)
  expect(readAgain()).toEqual(['albums', 'shares', 'userProfile'])
})

it('likes and tags of another device are read again where they are shown', () => {
  source.say({ type: 'likes.changed' })
  jest.advanceTimersByTime(400)
  expect(readAgain()).toEqual(['images', 'albumImages', 'favorites'])
  invalidated.mockClear()
  source.say({ type: 'tags.changed' })
  jest.advanceTimersByTime(400)
  expect(readAgain()).toEqual(['images', 'albumImages', 'tags'])
})

it('after a broken connection everything is read again: messages may be missing', () => {
  source.dispatchEvent(new Event('open'))
  expect(invalidated).not.toHaveBeenCalled()
  source.dispatchEvent(new Event('open'))
  expect(readAgain()).toEqual(['images', 'albums', 'albumImages', 'tags', 'shares', 'favorites', 'userProfile'])
})

it('a connection that was long in coming has missed messages as well', () => {
  jest.advanceTimersByTime(1500)
  source.dispatchEvent(new Event('open'))
  expect(readAgain()).toContain('images')
})

it.each(['processing', 'completed'] as const)('a photo that was %s when its page was read', processing_status => {
  queryClient.setQueryData(['images', '/api/images'], { images: [{ id: 'one', processing_status }], total: 1 })
  source.dispatchEvent(new Event('open'))
  expect(readAgain().includes('images')).toBe(processing_status === 'processing')
  queryClient.clear()
})

it('a message of a later version does no harm', () => {
  source.say({ type: 'something.new' })
  expect(() => jest.advanceTimersByTime(400)).not.toThrow()
})

it('stopping closes the connection and forgets what was gathered', () => {
  source.say({ type: 'photo.ready' })
  stop()
  jest.advanceTimersByTime(1000)
  expect(source.isClosed).toBe(true)
  expect(invalidated).not.toHaveBeenCalled()
})
