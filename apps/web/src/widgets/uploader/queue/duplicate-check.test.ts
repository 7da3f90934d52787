import { jest } from '@jest/globals'
import { image } from '../../../../test/fake-api.ts'
import { DuplicateCheck, type CheckResult } from './duplicate-check.ts'
import { createItem } from './upload-item.ts'

const item = (name: string) => createItem(new File(['x'], name))

it('sends one request at a time; files hashed during a request are part of the next request', async () => {
  const requestedHashes: string[][] = []
  const respond: (() => void)[] = []
  const results = new Map<string, CheckResult>()
  const check = new DuplicateCheck(
    {
      hash: file => Promise.resolve(file.name),
      findKnown: sha256 => {
        requestedHashes.push(sha256)
        return new Promise(resolve =>
          respond.push(() => resolve({ known: [{ sha256: 'b', image: image({ id: 'photo' }) }] })),
        )
      },
    },
    {
      onResults: newResults => newResults.forEach((result, id) => results.set(id, result)),
      isStillListed: () => true,
    },
  )
  const items = ['a', 'b', 'c', 'b'].map(item)
  check.add(items)
  await new Promise(resolve => setTimeout(resolve))
  expect(requestedHashes).toEqual([['a']])
  respond[0]?.()
  await check.waitUntilChecked(items[0]?.id ?? '')
  expect([...results.values()]).toEqual([{ sha256: 'a', existingPhoto: null }])
  while (respond.length < 2) await new Promise(resolve => setTimeout(resolve, 10))
  respond[1]?.()
  await check.waitUntilChecked(items[3]?.id ?? '')
  expect(requestedHashes).toEqual([['a'], ['b', 'c']])
  expect(items.map(({ id }) => results.get(id)?.existingPhoto?.id)).toEqual([undefined, 'photo', undefined, 'photo'])
})

it('a file waits while the checks of other files make progress, and at most 5 seconds without progress', async () => {
  jest.useFakeTimers()
  const hashed = new Map<string, () => void>()
  const check = new DuplicateCheck(
    {
      hash: file => new Promise(resolve => hashed.set(file.name, () => resolve(file.name))),
      findKnown: () => Promise.resolve({ known: [] }),
    },
    { onResults: () => undefined, isStillListed: () => true },
  )
  const items = ['a', 'b', 'c'].map(item)
  check.add(items)
  const isChecked = jest.fn()
  void check.waitUntilChecked(items[2]?.id ?? '').then(isChecked)
  const albumCheck = new DuplicateCheck(
    { hash: () => new Promise(() => undefined), findKnown: () => Promise.resolve({ known: [] }) },
    { onResults: () => undefined, isStillListed: () => true },
  )
  const albumItem = item('of another list')
  albumCheck.add([albumItem])
  void albumCheck.waitUntilChecked(albumItem.id).then(isChecked)
  for (const name of ['a', 'b']) {
    await jest.advanceTimersByTimeAsync(4900)
    hashed.get(name)?.()
    await jest.advanceTimersByTimeAsync(0)
  }
  await jest.advanceTimersByTimeAsync(4900)
  expect(isChecked).not.toHaveBeenCalled()
  await jest.advanceTimersByTimeAsync(200)
  expect(isChecked).toHaveBeenCalledTimes(2)
  jest.useRealTimers()
})

it('sends a thousand hashes per request, and none of unreadable files', async () => {
  const hashCounts: number[] = []
  const check = new DuplicateCheck(
    {
      hash: file => Promise.resolve(file.name === 'broken' ? null : file.name),
      findKnown: sha256 => {
        hashCounts.push(sha256.length)
        return Promise.resolve({ known: [] })
      },
    },
    { onResults: () => undefined, isStillListed: () => true },
  )
  const items = [item('broken'), ...Array.from({ length: 2500 }, (_, n) => item(String(n)))]
  check.add(items)
  for (const { id } of items) await check.waitUntilChecked(id)
  expect(hashCounts.reduce((sum, count) => sum + count)).toBe(2500)
  expect(Math.max(...hashCounts)).toBeLessThanOrEqual(1000)
})
