import { jest } from '@jest/globals'
import { RESUMABLE_ABOVE_BYTES } from '@daymark/contracts'
import { FakeApi, image } from '../../../../test/fake-api.ts'
import { installFakeXhr, type FakeXhr } from '../../../../test/fake-xhr.ts'
import { sendFile, type SendUpdate } from './send-file.ts'

const SIZE = RESUMABLE_ABOVE_BYTES + 1000
const small = () => new File(['small'], 'small.jpg')
const large = new File([new Uint8Array(SIZE)], 'large.nef')
let requests: FakeXhr[]
let api: FakeApi
let updates: SendUpdate[]
let uploadState: { offset: number; image: ReturnType<typeof image> | null }
beforeEach(() => {
  jest.useFakeTimers()
  requests = installFakeXhr()
  api = new FakeApi()
  window.fetch = api.fetch
  uploadState = { offset: 0, image: null }
  api.on('GET /api/uploads/k', () => Response.json(uploadState))
  updates = []
})
let testAbort: AbortController
beforeEach(() => {
  testAbort = new AbortController()
})
afterEach(() => {
  testAbort.abort(new Error('the test is over'))
  jest.useRealTimers()
})

const send = (file: File, isRetry = false, signal = testAbort.signal) => {
  const sent = sendFile(file, { key: 'k', isRetry, onUpdate: update => updates.push(update), signal })
  sent.catch(() => undefined)
  return sent
}
const traceparent = expect.stringMatching(/^00-k-[0-9a-f]{16}-01$/)
const advanceTime = (ms: number) => jest.advanceTimersByTimeAsync(ms)
const fileOf = (n: number) => requests[n]?.body.get('file') as File

it('L-UPL-17 the first attempt does not ask for an earlier upload', async () => {
  const sent = send(small())
  requests[0]?.breakDown()
  await expect(sent).rejects.toMatchObject({ status: 0 })
  expect(requests[0]?.headers).toEqual({ 'idempotency-key': 'k', traceparent, 'upload-resumable': '?1' })
  expect(api.callsTo('GET', '/api/uploads/k')).toHaveLength(0)
})

it('sends nothing if it was canceled before', async () => {
  testAbort.abort(new Error('paused'))
  await expect(send(small())).rejects.toThrow('paused')
  expect(requests).toHaveLength(0)
})

it('L-API-07 a later attempt continues where the server stopped, with the same key and the rest in the field file', async () => {
  uploadState.offset = SIZE - 1000
  const sent = send(large, true)
  await advanceTime(0)
  expect(requests[0]?.headers).toMatchObject({ 'idempotency-key': 'k', 'upload-offset': String(SIZE - 1000) })
  expect([fileOf(0).size, fileOf(0).name]).toEqual([1000, 'large.nef'])
  requests[0]?.progress(500, 1000)
  expect(updates).toEqual([{ bytesOnServer: SIZE - 1000 }, { percent: 99 }])
  requests[0]?.answer(201, image({ id: 'one' }))
  expect((await sent).id).toBe('one')
})

it.each([
  ['small', small()],
  ['large', large],
])('a %s photo whose response was lost is not sent again', async (_, file) => {
  uploadState = { offset: file.size, image: image({ id: 'one' }) }
  const sent = send(file, true)
  await advanceTime(0)
  expect((await sent).id).toBe('one')
  expect(requests).toHaveLength(0)
})

it('L-UPL-16 an error response is final, with its Retry-After', async () => {
  const sent = send(small())
  requests[0]?.answer(429, { code: 'unavailable', message: 'Busy.' }, { 'Retry-After': '7' })
  await expect(sent).rejects.toMatchObject({ status: 429, serverMessage: 'Busy.', retryAfter: '7' })
})

it('a success that is not from Daymark, such as a captive portal, counts as a lost connection', async () => {
  const sent = send(small())
  requests[0]?.answer(200, null)
  await expect(sent).rejects.toMatchObject({ status: 0 })
  api.on('GET /api/uploads/k', () => new Response('<html>Welcome to our hotel</html>'))
  const again = send(small(), true)
  await advanceTime(0)
  await expect(again).rejects.toMatchObject({ status: 0 })
})

it('a stalled connection is aborted after a minute without progress, or five without a response', async () => {
  const sending = send(small())
  await advanceTime(50_000)
  requests[0]?.progress(1, 5)
  await advanceTime(55_000)
  const answered = jest.fn()
  sending.catch(answered)
  await advanceTime(0)
  expect(answered).not.toHaveBeenCalled()
  await advanceTime(11_000)
  await expect(sending).rejects.toMatchObject({ status: 0 })
  const waiting = send(small())
  requests[1]?.progress(5, 5)
  waiting.catch(answered)
  await advanceTime(295_000)
  expect(answered).toHaveBeenCalledTimes(1)
  await advanceTime(11_000)
  await expect(waiting).rejects.toMatchObject({ status: 0 })
})

it('a removed file is not sent on', async () => {
  const sent = send(small())
  testAbort.abort(new Error('removed'))
  await expect(sent).rejects.toThrow('removed')
})

it('an empty file is not sent', async () => {
  await expect(send(new File([], 'IMG_1.jpg'))).rejects.toThrow(/^This file is empty/)
  expect(requests).toHaveLength(0)
})

it.each([
  ['NotFoundError', /no longer on this device/],
  ['NotReadableError', /changed after you chose it/],
])('a file that can no longer be read (%s) is not a lost connection', async (name, serverMessage) => {
  const file = small()
  file.slice = () => ({ arrayBuffer: () => Promise.reject(new DOMException('', name)) }) as unknown as Blob
  const sent = send(file)
  requests[0]?.breakDown()
  await expect(sent).rejects.toThrow(serverMessage)
})
