import { jest } from '@jest/globals'
import { ApiError } from '../../../lib/api.ts'
import { isTemporary, RetryDelay, createWaitReason } from './retry.ts'

const failure = (status: number, retryAfter: string | null = null, answer = {}) =>
  new ApiError('POST /api/images', status, answer, retryAfter)
let delay: RetryDelay
let removing: AbortController
beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2026-11-26T20:00:00Z') })
  jest.spyOn(Math, 'random').mockReturnValue(0.5)
  delay = new RetryDelay()
  removing = new AbortController()
})
afterEach(() => {
  jest.useRealTimers()
  jest.restoreAllMocks()
})

/** Waits for the next attempt and returns the seconds that passed. */
async function measureWaitSeconds(reason = failure(0), duringWait: () => void = () => undefined) {
  const startedAtMs = Date.now()
  let endedAtMs: number | null = null
  const waiting = delay.wait(reason, removing.signal).finally(() => (endedAtMs = Date.now()))
  waiting.catch(() => undefined)
  await jest.advanceTimersByTimeAsync(500)
  duringWait()
  while (endedAtMs === null) await jest.advanceTimersByTimeAsync(100)
  return (endedAtMs - startedAtMs) / 1000
}

it.each([0, 408, 425, 429, 502, 503, 504, 520, 524])('%i is temporary', status => {
  expect(isTemporary(failure(status))).toBe(true)
})
it.each([400, 401, 403, 404, 409, 410, 413, 415, 500, 501])('%i is final', status => {
  expect(isTemporary(failure(status))).toBe(false)
})

it('waits 1, 2, 4 and 8 seconds, then always 15, and starts again after a success', async () => {
  const waits: number[] = []
  for (let n = 0; n < 6; n++) waits.push(await measureWaitSeconds())
  expect(waits).toEqual([1, 2, 4, 8, 15, 15])
  delay.reset()
  expect(await measureWaitSeconds()).toBe(1)
})

it.each([
  ['42', 42],
  ['Thu, 26 Nov 2026 20:00:30 GMT', 30],
  ['86400', 300],
  ['soon', 1],
  ['0', 1],
  [null, 1],
])('with Retry-After %s it waits %i seconds', async (header, expected) => {
  expect(await measureWaitSeconds(failure(429, header))).toBe(expected)
})

it('the returning network ends the wait, unless the server sent a Retry-After', async () => {
  await measureWaitSeconds()
  await measureWaitSeconds()
  const dispatchOnline = () => void window.dispatchEvent(new Event('online'))
  expect(await measureWaitSeconds(failure(0), dispatchOnline)).toBe(0.5)
  expect(await measureWaitSeconds(failure(0), () => document.dispatchEvent(new Event('visibilitychange')))).toBe(0.5)
  expect(await measureWaitSeconds(failure(503, '20'), dispatchOnline)).toBe(20)
})

it('a removed file ends the wait', async () => {
  await measureWaitSeconds()
  await measureWaitSeconds()
  expect(await measureWaitSeconds(failure(0), () => removing.abort())).toBe(0.5)
})

it.each([
  [0, 'network', null, 'Connection lost.'],
  [502, 'unknown', null, 'The server is not responding.'],
  [503, 'unavailable', 'The service is busy. Please try again in a moment.', 'The server is not responding.'],
  [503, 'maintenance', 'Back at ten.', 'Back at ten.'],
])('after %i %s the queue shows why it waits', (status, code, message, cause) => {
  const reason = failure(status, null, { code, ...(message && { message }) })
  expect(createWaitReason(reason)).toBe(`${cause} Uploads continue automatically.`)
})
