import { spawnSync } from 'node:child_process'
import { heapFlags, memoryLimit } from './heap.ts'

const MB = 1024 * 1024

it('a service gets half of its memory as heap, one that decodes photos a quarter', () => {
  expect(heapFlags(1024 * MB, ['library'])).toEqual(['--max-semi-space-size=8', '--max-old-space-size=512'])
  expect(heapFlags(2048 * MB, ['media'])).toEqual(['--max-semi-space-size=8', '--max-old-space-size=512'])
  expect(heapFlags(4096 * MB, ['identity,media'])).toContain('--max-old-space-size=1024')
  expect(heapFlags(4096 * MB, ['all'])).toContain('--max-old-space-size=1024')
})

it('little memory is divided more sparingly, and never below what a service needs to start', () => {
  expect(heapFlags(256 * MB, ['library'])).toEqual(['--max-semi-space-size=4', '--max-old-space-size=128'])
  expect(heapFlags(300 * MB, ['media'])).toContain('--max-old-space-size=128')
})

it('without a limit the size of the heap is left to Node', () => {
  expect(heapFlags(undefined, ['all'])).toEqual(['--max-semi-space-size=8'])
})

it('no limit is what cgroups call so: nothing, or more than the machine has', () => {
  expect(memoryLimit(0, 8 * MB)).toBeUndefined()
  expect(memoryLimit(9_223_372_036_854_771_712, 8 * MB)).toBeUndefined()
  expect(memoryLimit(8 * MB, 8 * MB)).toBeUndefined()
  expect(memoryLimit(4 * MB, 8 * MB)).toBe(4 * MB)
})

it('the flags are ones that this Node takes', () => {
  const script = "process.stdout.write(String(require('v8').getHeapStatistics().heap_size_limit))"
  const { stdout } = spawnSync(process.execPath, [...heapFlags(1024 * MB, ['library']), '-e', script])
  expect(Number(stdout)).toBeGreaterThanOrEqual(512 * MB)
  expect(Number(stdout)).toBeLessThan(600 * MB)
})
