import { jest } from '@jest/globals'
import { RESUMABLE_ABOVE } from '@daymark/contracts'
import { FakeApi, image } from '../../../../test/fake-api.ts'
import { installFakeXhr, type FakeXhr } from '../../../../test/fake-xhr.ts'
import { sendFile, type News } from './send-file.ts'

const SIZE = RESUMABLE_ABOVE + 1000
const large = new File([new Uint8Array(SIZE)], 'large.nef')
let requests: FakeXhr[]
let api: FakeApi
let news: News[]
let held: { offset: number; image: ReturnType<typeof image> | null }
beforeEach(() => {
  jest.useFakeTimers()
  requests = installFakeXhr()
  api = new FakeApi()
  window.fetch = api.fetch
  held = { offset: 0, image: null }
  api.on('GET /api/uploads/k', () => Response.json(held))
  news = []
})
let over: AbortController
beforeEach(() => {
  over = new AbortController()
})
afterEach(() => {
  over.abort(new Error('the test is over'))
  jest.useRealTimers()
})

const send = (file: File, isAgain = false, signal = over.signal) => {
  const sent = sendFile(file, { key: 'k', isAgain, onNews: one => news.push(one), signal })
  sent.catch(() => undefined)
  return sent
}
const traceparent = expect.stringMatching(/^00-k-[0-9a-f]{16}-01$/)
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms)
const fileOf = (n: number) => requests[n]?.body.get('file') as File
const isReconnecting = () => news.findLast(one => one.isReconnecting !== undefined)?.isReconnecting

it('L-UPL-17 a file up to 8 MB is tried once and asks for nothing more', async () => {
  const sent = send(new File(['small'], 'small.jpg'))
  requests[0]?.breakDown()
  await expect(sent).rejects.toMatchObject({ status: 0 })
  expect(requests[0]?.headers).toEqual({ 'idempotency-key': 'k', traceparent })
})

it('L-API-07 a larger file goes on where the server stopped, with the same key and the rest in the field file', async () => {
  const sent = send(large)
  expect(requests[0]?.headers).toEqual({ 'idempotency-key': 'k', traceparent, 'upload-resumable': '?1' })
  requests[0]?.progress(SIZE / 2, SIZE)
  requests[0]?.breakDown()
  await pass(0)
  expect(isReconnecting()).toBe(true)
  held.offset = SIZE - 1000
  await pass(1001)
  expect(requests).toHaveLength(2)
  expect(requests[1]?.headers).toMatchObject({ 'idempotency-key': 'k', 'upload-offset': String(SIZE - 1000) })
  expect([fileOf(1).size, fileOf(1).name]).toEqual([1000, 'large.nef'])
  requests[1]?.progress(500, 1000)
  expect(news.at(-1)).toEqual({ percent: 99, isReconnecting: false })
  requests[1]?.answer(201, image({ id: 'one' }))
  expect((await sent).id).toBe('one')
})

it('it is tried again after 1, 2, 4 and 8 seconds, then it has failed', async () => {
  const sent = send(large)
  requests[0]?.breakDown()
  for (const [n, ms] of [1000, 2000, 4000, 8000].entries()) {
    await pass(ms - 100)
    expect(requests).toHaveLength(n + 1)
    await pass(200)
    expect(requests).toHaveLength(n + 2)
    requests[n + 1]?.breakDown()
    await pass(0)
  }
  await expect(sent).rejects.toMatchObject({ status: 0 })
})

it('a try that brought the file further begins the waiting anew', async () => {
  void send(large)
  requests[0]?.breakDown()
  for (let n = 1; n < 12; n++) {
    held.offset = n * 1000
    await pass(1001)
    expect(requests).toHaveLength(n + 1)
    requests[n]?.breakDown()
    await pass(0)
  }
})

it('it is tried at once when the network is back', async () => {
  void send(large)
  requests[0]?.breakDown()
  await pass(10)
  window.dispatchEvent(new Event('online'))
  await pass(1)
  expect(requests).toHaveLength(2)
})

it('a photo whose answer was lost is not sent again', async () => {
  const sent = send(large)
  requests[0]?.breakDown()
  held = { offset: SIZE, image: image({ id: 'one' }) }
  await pass(1001)
  expect((await sent).id).toBe('one')
  expect(requests).toHaveLength(1)
})

it('what failed before asks first where to go on', async () => {
  held.offset = 5000
  void send(large, true)
  await pass(1)
  expect(requests[0]?.headers).toMatchObject({ 'upload-offset': '5000' })
})

it('where the server has another beginning than it said, it is asked again', async () => {
  held.offset = 5000
  void send(large, true)
  await pass(1)
  held.offset = 7000
  requests[0]?.answer(409, { message: 'The upload has to go on at another byte.', code: 'upload_offset', offset: 7000 })
  await pass(1001)
  expect(requests[1]?.headers).toMatchObject({ 'upload-offset': '7000' })
})

it('L-UPL-16 an answer of the server is an answer, and a removed file is not tried again', async () => {
  const refused = send(large)
  requests[0]?.answer(413, { message: 'Your storage is full.', code: 'quota_exceeded' })
  await expect(refused).rejects.toMatchObject({ status: 413 })
  const abort = new AbortController()
  const removed = send(large, false, abort.signal)
  requests[1]?.breakDown()
  await pass(10)
  abort.abort(new Error('removed'))
  await expect(removed).rejects.toThrow('removed')
  await pass(20_000)
  expect(requests).toHaveLength(2)
})

it('S-ADM-12 while Daymark is maintained a file waits, says why, and goes on by itself', async () => {
  const sent = send(new File(['small'], 'small.jpg'))
  requests[0]?.answer(503, { code: 'maintenance', message: 'Back at ten.' })
  await pass(0)
  expect(news.at(-1)).toMatchObject({ waitsFor: 'Back at ten.' })
  await pass(9900)
  expect(requests).toHaveLength(1)
  await pass(200)
  expect(news.at(-1)).toEqual({ waitsFor: null })
  expect(requests[1]?.headers).toMatchObject({ 'idempotency-key': 'k' })
  requests[1]?.answer(201, image({ id: 'one' }))
  expect((await sent).id).toBe('one')
})

it.each([
  ['as long as the server says', '42', 42_000],
  ['five minutes at most', '86400', 300_000],
  ['ten seconds where it says nothing of use', 'soon', 10_000],
])('S-ADM-12 it waits %s', async (_, said, ms) => {
  void send(new File(['small'], 'small.jpg'))
  requests[0]?.answer(503, { code: 'maintenance', message: 'Back at ten.' }, { 'Retry-After': said })
  await pass(ms - 1)
  expect(requests).toHaveLength(1)
  await pass(1)
  expect(requests).toHaveLength(2)
})

it('S-ADM-12 it can be given up while it waits', async () => {
  const sent = send(new File(['small'], 'small.jpg'))
  requests[0]?.answer(503, { code: 'maintenance', message: 'Back at ten.' })
  await pass(0)
  over.abort(new Error('given up'))
  await expect(sent).rejects.toThrow('given up')
  await pass(20_000)
  expect(requests).toHaveLength(1)
})
