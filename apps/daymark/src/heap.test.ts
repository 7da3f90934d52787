import { spawnSync } from 'node:child_process'
import { computeHeapFlags, readMemoryLimit } from './heap.ts'

const MB = 1024 * 1024

it('the heap gets half of the memory, or a quarter in a process that decodes photos', () => {
  expect(computeHeapFlags(1024 * MB, ['library'])).toEqual(['--max-semi-space-size=8', '--max-old-space-size=512'])
  expect(computeHeapFlags(2048 * MB, ['media'])).toEqual(['--max-semi-space-size=8', '--max-old-space-size=512'])
  expect(computeHeapFlags(4096 * MB, ['identity,media'])).toContain('--max-old-space-size=1024')
  expect(computeHeapFlags(4096 * MB, ['all'])).toContain('--max-old-space-size=1024')
})

it('a small memory limit results in smaller spaces, but never less than a service needs to start', () => {
  expect(computeHeapFlags(256 * MB, ['library'])).toEqual(['--max-semi-space-size=4', '--max-old-space-size=128'])
  expect(computeHeapFlags(300 * MB, ['media'])).toContain('--max-old-space-size=128')
})

it('without a memory limit Node chooses the size of the heap', () => {
  expect(computeHeapFlags(undefined, ['all'])).toEqual(['--max-semi-space-size=8'])
})

it('a limit of zero or beyond the memory of the machine counts as no limit', () => {
  expect(readMemoryLimit(0, 8 * MB)).toBeUndefined()
  expect(readMemoryLimit(9_223_372_036_854_771_712, 8 * MB)).toBeUndefined()
  expect(readMemoryLimit(8 * MB, 8 * MB)).toBeUndefined()
  expect(readMemoryLimit(4 * MB, 8 * MB)).toBe(4 * MB)
})

it('Node accepts the flags', () => {
  const script = "process.stdout.write(String(require('v8').getHeapStatistics().heap_size_limit))"
  const { stdout } = spawnSync(process.execPath, [...computeHeapFlags(1024 * MB, ['library']), '-e', script])
  expect(Number(stdout)).toBeGreaterThanOrEqual(512 * MB)
  expect(Number(stdout)).toBeLessThan(600 * MB)
})
