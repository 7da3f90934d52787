import { jest } from '@jest/globals'
import { queueUnderTest, refusal } from '../../../../test/queue-under-test.ts'

type QueueTools = ReturnType<typeof queueUnderTest>
let queue: QueueTools['queue']
let sent: QueueTools['sent']
let finished: QueueTools['finished']
let settle: QueueTools['settle']
let add: QueueTools['add']
let states: QueueTools['states']
let finish: QueueTools['finish']
beforeEach(() => {
  jest.useFakeTimers()
  ;({ queue, sent, finished, settle, add, states, finish } = queueUnderTest())
})
afterEach(() => jest.useRealTimers())

const getWaitReason = () => queue.snapshot().waitReason
const getFirstItem = () => queue.snapshot().items[0]
const CONTINUES = 'Uploads continue automatically.'

it.each([
  [0, 'Upload failed', `Connection lost. ${CONTINUES}`],
  [504, 'Upload failed: 504', `The server is not responding. ${CONTINUES}`],
])(
  'L-UPL-17 after %i the file is marked, the queue announces that it continues, and sends it again',
  async (...given) => {
    const [status, text, message] = given
    add('a.jpg', 'b.jpg')
    void queue.start()
    await settle()
    sent[0]?.onUpdate({ percent: 40 })
    await finish(0, refusal(status))
    expect(getFirstItem()).toMatchObject({ state: 'waiting', percent: 40, error: { text } })
    expect([getWaitReason(), queue.snapshot().isRunning]).toEqual([message, true])
    await jest.advanceTimersByTimeAsync(1300)
    expect(sent.map(({ item }) => [item.file.name, item.isRetry])).toEqual([
      ['a.jpg', false],
      ['a.jpg', true],
    ])
    expect(sent[1]?.item.id).toBe(sent[0]?.item.id)
    sent[1]?.onUpdate({ percent: 10 })
    expect(getFirstItem()?.percent).toBe(40)
    expect(getWaitReason()).toBe(message)
    sent[1]?.onUpdate({ percent: 60 })
    expect([getFirstItem()?.percent, getFirstItem()?.error, getWaitReason()]).toEqual([60, null, null])
    await finish(1)
    await finish(2)
    expect(finished).toHaveBeenCalledWith({ success: 2, failed: 0, skipped: 0 })
  },
)

it('an unreachable server is retried without limit', async () => {
  add('a.jpg')
  void queue.start()
  await settle()
  for (let n = 0; n < 200; n++) {
    await finish(n, refusal(0))
    await jest.advanceTimersByTimeAsync(20_000)
  }
  await finish(200)
  expect(finished).toHaveBeenCalledWith({ success: 1, failed: 0, skipped: 0 })
})

it('a server that rejects all uploads is retried without limit', async () => {
  add('a.jpg')
  void queue.start()
  await settle()
  for (let n = 0; n < 100; n++) {
    sent[n]?.onUpdate({ bytesOnServer: 0 })
    await finish(n, refusal(503))
    await jest.advanceTimersByTimeAsync(20_000)
  }
  expect(states()).toEqual(['a.jpg uploading'])
})

it('L-UPL-18 a file that fails alone is moved behind the others, and is given up soon after they succeed', async () => {
  add('bad.jpg', 'a.jpg', 'b.jpg')
  void queue.start()
  await settle()
  for (let n = 0; n < 20 && queue.snapshot().isRunning; n++) {
    sent[n]?.onUpdate({ bytesOnServer: 0 })
    await finish(n, sent[n]?.item.file.name === 'bad.jpg' ? refusal(502) : undefined)
    await jest.advanceTimersByTimeAsync(20_000)
  }
  const bad = (count: number) => Array.from({ length: count }, () => 'bad.jpg')
  expect(sent.map(({ item }) => item.file.name)).toEqual([...bad(4), 'a.jpg', 'b.jpg', ...bad(4)])
  expect(finished).toHaveBeenCalledWith({ success: 2, failed: 1, skipped: 0 })
  expect(queue.snapshot().failed[0]?.error?.text).toBe('Upload failed: 502')
})

it('a file that fails alone for more than ten minutes is given up', async () => {
  add('bad.jpg')
  void queue.start()
  const began = Date.now()
  for (let n = 0; queue.snapshot().isRunning; n++) {
    await settle()
    sent[n]?.onUpdate({ bytesOnServer: 0 })
    await finish(n, refusal(502))
    while (sent.length === n + 1 && queue.snapshot().isRunning) await jest.advanceTimersByTimeAsync(1000)
  }
  expect(Date.now() - began).toBeGreaterThan(600_000)
  expect(finished).toHaveBeenCalledWith({ success: 0, failed: 1, skipped: 0 })
})

it('bytes that the server has received of an interrupted file count as progress', async () => {
  add('large.nef')
  void queue.start()
  await settle()
  await finish(0, refusal(0))
  for (let n = 1; n < 100; n++) {
    await jest.advanceTimersByTimeAsync(1300)
    expect(sent).toHaveLength(n + 1)
    sent[n]?.onUpdate({ bytesOnServer: n * 1000 })
    await finish(n, refusal(0))
  }
  expect(states()).toEqual(['large.nef waiting'])
})

it('L-UPL-08 the waiting file can be removed: the next one is tried at once', async () => {
  add('a.jpg', 'b.jpg')
  void queue.start()
  await settle()
  await finish(0, refusal(0))
  queue.remove(getFirstItem()?.id ?? '')
  await settle()
  expect(states()).toEqual(['b.jpg uploading'])
  await finish(1)
  expect(getWaitReason()).toBeNull()
})

it('L-UPL-07 Clear ends the wait', async () => {
  add('a.jpg', 'b.jpg')
  void queue.start()
  await settle()
  await finish(0, refusal(0))
  queue.clear()
  await jest.advanceTimersByTimeAsync(60_000)
  expect(sent).toHaveLength(1)
  expect(queue.snapshot()).toMatchObject({ items: [], isRunning: false, waitReason: null })
})
