import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createMemoryFolder } from '../../tools/runner/memory-folder.mjs'

let place: string
beforeEach(() => (place = mkdtempSync(join(tmpdir(), 'daymark-memory-'))))
afterEach(() => rmSync(place, { recursive: true, force: true }))

it('the memory folder belongs to this run and can be traversed by the Postgres user', () => {
  const folder = createMemoryFolder(place, 1) ?? ''
  expect(basename(folder)).toBe(`daymark-test-${process.pid}`)
  expect(statSync(folder).mode & 0o777).toBe(0o711)
})

it('no memory folder is used without enough space or a parent folder', () => {
  expect(createMemoryFolder(place, Infinity)).toBeUndefined()
  expect(createMemoryFolder(join(place, 'missing'), 1)).toBeUndefined()
})

it('only folders of killed runs are removed', () => {
  const dead = spawnSync(process.execPath, ['-e', '']).pid
  const [left, other] = [join(place, `daymark-test-${dead}`), join(place, 'daymark-test-notes')]
  for (const folder of [left, other]) mkdirSync(folder)
  createMemoryFolder(place, 1)
  expect([existsSync(left), existsSync(other)]).toEqual([false, true])
})
