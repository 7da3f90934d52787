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
  await check.waitUntilChecked(items[0]?.id ?? '', 1000)
  expect([...results.values()]).toEqual([{ sha256: 'a', existingPhoto: null }])
  while (respond.length < 2) await new Promise(resolve => setTimeout(resolve, 10))
  respond[1]?.()
  await check.waitUntilChecked(items[3]?.id ?? '', 1000)
  expect(requestedHashes).toEqual([['a'], ['b', 'c']])
  expect(items.map(({ id }) => results.get(id)?.existingPhoto?.id)).toEqual([undefined, 'photo', undefined, 'photo'])
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
  for (const { id } of items) await check.waitUntilChecked(id, 1000)
  expect(hashCounts.reduce((sum, count) => sum + count)).toBe(2500)
  expect(Math.max(...hashCounts)).toBeLessThanOrEqual(1000)
})
