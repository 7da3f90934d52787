import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { memoryFolder } from '../../tools/runner/memory-folder.mjs'

let place: string
beforeEach(() => (place = mkdtempSync(join(tmpdir(), 'daymark-memory-'))))
afterEach(() => rmSync(place, { recursive: true, force: true }))

it('is of this run alone, and Postgres may pass through it as another account', () => {
  const folder = memoryFolder(place, 1) ?? ''
  expect(basename(folder)).toBe(`daymark-test-${process.pid}`)
  expect(statSync(folder).mode & 0o777).toBe(0o711)
})

it('is none where there is too little room, or no such place', () => {
  expect(memoryFolder(place, Infinity)).toBeUndefined()
  expect(memoryFolder(join(place, 'missing'), 1)).toBeUndefined()
})

it('takes away what killed runs left, and nothing else', () => {
  const dead = spawnSync(process.execPath, ['-e', '']).pid
  const [left, other] = [join(place, `daymark-test-${dead}`), join(place, 'daymark-test-notes')]
  for (const folder of [left, other]) mkdirSync(folder)
  memoryFolder(place, 1)
  expect([existsSync(left), existsSync(other)]).toEqual([false, true])
})
