import { jest } from '@jest/globals'
import { image } from '../../../../test/fake-api.ts'
import { queueUnderTest, refusal } from '../../../../test/queue-under-test.ts'
import { ApiError } from '../../../lib/api.ts'
import { DuplicateCheck } from './duplicate-check.ts'
import type { UploadItem } from './upload-item.ts'

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

it('L-UPL-09 sends nothing until started, then one file after another', async () => {
  add('a.jpg', 'b.jpg')
  expect(sent).toHaveLength(0)
  void queue.start()
  expect(states()).toEqual(['a.jpg uploading', 'b.jpg waiting'])
  await settle()
  expect(sent).toHaveLength(1)
  await finish(0)
  expect(states()).toEqual(['a.jpg complete', 'b.jpg uploading'])
  expect(sent.map(({ item }) => item.file.name)).toEqual(['a.jpg', 'b.jpg'])
})

it('L-UPL-06 shows the percentage of each file, and 100 when it is complete', async () => {
  add('a.jpg')
  void queue.start()
  sent[0]?.onUpdate({ percent: 37 })
  expect(queue.snapshot().items[0]).toMatchObject({ state: 'uploading', percent: 37 })
  await finish(0)
  expect(queue.snapshot().items[0]).toMatchObject({ state: 'complete', percent: 100 })
})

it('L-UPL-10 L-UPL-11 shows the counts at the end, and clears the list 2 seconds later', async () => {
  add('a.jpg', 'b.jpg')
  void queue.start()
  await finish(0)
  expect(finished).not.toHaveBeenCalled()
  await finish(1)
  expect(finished).toHaveBeenCalledWith({ success: 2, failed: 0, skipped: 0 })
  await jest.advanceTimersByTimeAsync(1999)
  expect(queue.snapshot().items).toHaveLength(2)
  await jest.advanceTimersByTimeAsync(1)
  expect(queue.snapshot()).toMatchObject({ items: [], failed: [], isRunning: false })
})

it('L-UPL-16 L-UPL-18 a failure is shown and counted, and the batch continues', async () => {
  add('a.jpg', 'b.jpg', 'c.jpg')
  void queue.start()
  await finish(0, refusal(413, 'The file is larger than the limit of 500 MB.'))
  await finish(1, refusal(500))
  await finish(2)
  expect(queue.snapshot().items.map(({ error }) => error)).toEqual([
    { text: 'Upload failed: 413', reason: 'The file is larger than the limit of 500 MB.' },
    { text: 'Upload failed: 500', reason: null },
    null,
  ])
  expect(finished).toHaveBeenCalledWith({ success: 1, failed: 2, skipped: 0 })
})

it('failed files stay after the list is cleared and can be retried under the same key', async () => {
  add('a.jpg', 'b.jpg')
  void queue.start()
  await finish(0, refusal(500))
  await finish(1)
  await jest.advanceTimersByTimeAsync(2000)
  expect(queue.snapshot().items).toEqual([])
  expect(queue.snapshot().failed.map(({ file }) => file.name)).toEqual(['a.jpg'])
  queue.retryFailed()
  expect(states()).toEqual(['a.jpg uploading'])
  expect(sent[2]?.item.id).toBe(sent[0]?.item.id)
  await finish(2)
  expect(finished).toHaveBeenLastCalledWith({ success: 1, failed: 0, skipped: 0 })
})

it('one failed file can be retried at once, and the list stays', async () => {
  add('a.jpg')
  void queue.start()
  await finish(0, refusal(500))
  queue.retry(queue.snapshot().items[0]?.id ?? '')
  await jest.advanceTimersByTimeAsync(5000)
  expect(states()).toEqual(['a.jpg uploading'])
  await finish(1)
  expect(states()).toEqual(['a.jpg complete'])
})

it('L-UPL-08 a waiting file can be removed; removing the current one aborts it and continues with the next', async () => {
  add('a.jpg', 'b.jpg', 'c.jpg')
  queue.remove(queue.snapshot().items[1]?.id ?? '')
  void queue.start()
  await settle()
  queue.remove(queue.snapshot().items[0]?.id ?? '')
  await settle()
  expect(sent[0]?.signal.aborted).toBe(true)
  expect(states()).toEqual(['c.jpg uploading'])
  await finish(1)
  expect(finished).toHaveBeenCalledWith({ success: 1, failed: 0, skipped: 0 })
})

it('L-UPL-07 Clear stops everything and counts nothing', async () => {
  add('a.jpg', 'b.jpg')
  void queue.start()
  await settle()
  queue.clear()
  await settle()
  expect(sent).toHaveLength(1)
  expect(sent[0]?.signal.aborted).toBe(true)
  expect(queue.snapshot()).toMatchObject({ items: [], failed: [], isRunning: false })
  expect(finished).not.toHaveBeenCalled()
})

it('sends nothing while paused, and continues with the same file under the same key', async () => {
  add('a.jpg', 'b.jpg')
  void queue.start()
  await finish(0)
  queue.pause()
  await settle()
  expect(sent[1]?.signal.aborted).toBe(true)
  void queue.start()
  await jest.advanceTimersByTimeAsync(60_000)
  expect(states()).toEqual(['a.jpg complete', 'b.jpg waiting'])
  expect(sent).toHaveLength(2)
  expect(finished).not.toHaveBeenCalled()
  queue.resume()
  await settle()
  expect(sent[2]?.item).toMatchObject({ id: sent[1]?.item.id, isRetry: true, failedAttempts: 0 })
  await finish(2)
  expect(finished).toHaveBeenCalledWith({ success: 2, failed: 0, skipped: 0 })
  expect(queue.snapshot()).toMatchObject({ isPaused: false, isRunning: false })
})

it('ends when the last waiting file is removed while it is paused', async () => {
  add('a.jpg', 'b.jpg')
  void queue.start()
  await finish(0)
  queue.pause()
  await settle()
  queue.remove(queue.snapshot().items[1]?.id ?? '')
  await settle()
  expect(finished).toHaveBeenCalledWith({ success: 1, failed: 0, skipped: 0 })
  expect(queue.snapshot()).toMatchObject({ isPaused: false, isRunning: false })
})

it('a file that is paused at 100 % or after a failure shows neither', async () => {
  add('a.jpg', 'b.jpg')
  void queue.start()
  sent[0]?.onUpdate({ percent: 100 })
  queue.pause()
  await settle()
  expect(queue.snapshot().items[0]).toMatchObject({ state: 'waiting', percent: 99, error: null })
  queue.resume()
  await settle()
  await finish(1, new ApiError('POST /api/images', 503, null, '30'))
  expect(queue.snapshot().items[0]?.error).not.toBeNull()
  queue.pause()
  await settle()
  expect(queue.snapshot().items[0]).toMatchObject({ state: 'waiting', error: null })
})

it('can be paused while it waits for a connection, and cleared while it is paused', async () => {
  add('a.jpg')
  void queue.start()
  await finish(0, new ApiError('POST /api/images', 0, null))
  expect(queue.snapshot().waitReason).not.toBeNull()
  queue.pause()
  await settle()
  expect(queue.snapshot()).toMatchObject({ isPaused: true, waitReason: null })
  const sentCount = sent.length
  queue.clear()
  await jest.advanceTimersByTimeAsync(60_000)
  expect(queue.snapshot()).toMatchObject({ items: [], isPaused: false, isRunning: false })
  expect(sent).toHaveLength(sentCount)
})

it('files added while it runs are sent too; files added after it start a new list', async () => {
  add('a.jpg')
  void queue.start()
  add('b.jpg')
  await finish(0)
  await finish(1)
  expect(finished).toHaveBeenCalledWith({ success: 2, failed: 0, skipped: 0 })
  add('c.jpg')
  expect(states()).toEqual(['c.jpg waiting'])
  await jest.advanceTimersByTimeAsync(5000)
  expect(states()).toEqual(['c.jpg waiting'])
})

it('files added after failures keep the failed ones, and all of them are retried', async () => {
  add('a.jpg')
  void queue.start()
  await finish(0, refusal(500))
  await jest.advanceTimersByTimeAsync(2000)
  add('b.jpg', 'c.jpg')
  expect(queue.snapshot().failed).toHaveLength(1)
  void queue.start()
  await finish(1, refusal(500))
  queue.retryFailed()
  expect(states()).toEqual(['b.jpg waiting', 'c.jpg uploading', 'a.jpg waiting'])
  expect(queue.snapshot().failed).toEqual([])
  await finish(2)
  await finish(3)
  await finish(4)
  expect(finished).toHaveBeenLastCalledWith({ success: 3, failed: 0, skipped: 0 })
  expect(sent.map(({ item }) => item.isRetry)).toEqual([false, false, false, true, true])
})

describe('with a duplicate check', () => {
  const skipped = jest.fn<(item: UploadItem) => Promise<void>>()
  /** The hash of a file is its name without its number. */
  const hashOf = (file: File) => file.name.replace(/\d*\.jpg$/, '')
  const library = new Map([['old', image({ id: 'there' })]])
  let answer: () => Promise<void>
  beforeEach(() => {
    skipped.mockReset().mockResolvedValue(undefined)
    answer = () => Promise.resolve()
    const findKnown = async (sha256: string[]) => {
      await answer()
      return { known: sha256.flatMap(hash => (library.has(hash) ? { sha256: hash, image: library.get(hash)! } : [])) }
    }
    const check = (listener: ConstructorParameters<typeof DuplicateCheck>[1]) =>
      new DuplicateCheck({ hash: file => Promise.resolve(hashOf(file)), findKnown }, listener)
    ;({ queue, sent, finished, settle, add, states, finish } = queueUnderTest({ check, skip: skipped }))
  })

  it('files in the library and duplicates in the list are skipped', async () => {
    add('old.jpg', 'new1.jpg', 'new2.jpg')
    await jest.advanceTimersByTimeAsync(500)
    expect(queue.snapshot().items.map(({ existingPhoto }) => existingPhoto?.id ?? null)).toEqual(['there', null, null])
    void queue.start()
    await settle()
    await finish(0)
    expect(states()).toEqual(['old.jpg skipped', 'new1.jpg complete', 'new2.jpg skipped'])
    expect(skipped.mock.calls.map(([item]) => [item.file.name, item.existingPhoto?.id])).toEqual([
      ['old.jpg', 'there'],
      ['new2.jpg', undefined],
    ])
    expect(finished).toHaveBeenCalledWith({ success: 1, failed: 0, skipped: 2 })
    await jest.advanceTimersByTimeAsync(2000)
    expect(queue.snapshot().items).toEqual([])
  })

  it('duplicates are uploaded on request, also after they were skipped', async () => {
    add('old.jpg')
    await settle()
    void queue.start()
    await settle()
    expect(states()).toEqual(['old.jpg skipped'])
    queue.setIncludesDuplicates(true)
    await jest.advanceTimersByTimeAsync(5000)
    expect(states()).toEqual(['old.jpg waiting'])
    void queue.start()
    await settle()
    await finish(0)
    expect(finished).toHaveBeenLastCalledWith({ success: 1, failed: 0, skipped: 0 })
  })

  it('the second of two equal files is sent if the first was removed or has failed', async () => {
    add('new1.jpg', 'new2.jpg', 'new3.jpg')
    await jest.advanceTimersByTimeAsync(500)
    queue.remove(queue.snapshot().items[0]?.id ?? '')
    void queue.start()
    await settle()
    await finish(0, refusal(500))
    expect(states()).toEqual(['new2.jpg error', 'new3.jpg uploading'])
  })

  it('a file that is not checked within 5 seconds is sent', async () => {
    answer = () => new Promise(() => undefined)
    add('old.jpg', 'old2.jpg')
    void queue.start()
    await jest.advanceTimersByTimeAsync(4900)
    expect(sent).toHaveLength(0)
    await jest.advanceTimersByTimeAsync(200)
    expect(states()).toEqual(['old.jpg uploading', 'old2.jpg waiting'])
    await finish(0)
    expect(states()).toEqual(['old.jpg complete', 'old2.jpg uploading'])
  })

  it('everything is sent at once if the check fails', async () => {
    answer = () => Promise.reject(refusal(0))
    add('old.jpg')
    void queue.start()
    await settle()
    expect(states()).toEqual(['old.jpg uploading'])
  })
})
