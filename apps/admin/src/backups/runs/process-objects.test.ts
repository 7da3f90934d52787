import { processAllObjects } from './process-objects.ts'

const object = { sha256: 'a'.repeat(64), key: 'originals/a', size: 1 }

it.each([
  ['copy', 'full', 'The backup store is full.'],
  ['restore', 'full', 'The photo store is full.'],
  ['restore', 'away', 'The backup store cannot be reached.'],
] as const)('%s with a store that is %s fails with: %s', async (what, reason, sentence) => {
  const work = async () => ({ done: [], failed: [{ sha256: object.sha256, reason }] })
  const results = processAllObjects(
    { processObjects: work },
    { what, target: 'offsite', userId: 'u', objects: [object] },
  )
  await expect(results).rejects.toThrow(sentence)
})
