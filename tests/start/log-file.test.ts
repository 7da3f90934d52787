import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLogFile } from '../../deploy/local/server.mjs'

describe('the log file of the launcher', () => {
  let folder: string
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'daymark-log-'))))
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('does not throw when the device is full or the folder is missing', () => {
    symlinkSync('/dev/full', join(folder, 'full'))
    for (const path of [join(folder, 'full'), join(folder, 'gone/log')]) {
      const log = openLogFile(path, { maxBytes: 0 })
      expect(() => log.append('one\n')).not.toThrow()
      expect(() => log.rotate()).not.toThrow()
    }
    expect(existsSync(join(folder, 'gone'))).toBe(false)
  })

  it('logs the number of lost lines as soon as there is space', () => {
    const path = join(folder, 'log')
    const log = openLogFile(path)
    symlinkSync('/dev/full', path)
    log.append('one\ntwo\n')
    log.append('three\n')
    rmSync(path)
    log.append('four\n')
    log.append('five\n')
    const lines = readFileSync(path, 'utf8').trim().split('\n')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ event: 'log.lost', lines: 3 })
    expect(lines.slice(1)).toEqual(['four', 'five'])
  })

  it('keeps the previous part in a second file when it gets too large', () => {
    const path = join(folder, 'log')
    writeFileSync(path, 'x'.repeat(100))
    openLogFile(path, { maxBytes: 100 }).rotate()
    expect([statSync(path).size, statSync(`${path}.1`).size]).toEqual([0, 100])
  })

  const mayMount = process.getuid?.() === 0
  if (!mayMount) console.warn('not run, no right to mount a small disk: rotation on a full disk')
  ;(mayMount ? describe : describe.skip)('on a small disk', () => {
    it('frees space when the disk is too full for a copy', () => {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder])
      try {
        const path = join(folder, 'log')
        writeFileSync(path, 'x'.repeat(48 * 1024))
        openLogFile(path, { maxBytes: 1024 }).rotate()
        expect([statSync(path).size, existsSync(`${path}.1`)]).toEqual([0, false])
      } finally {
        execFileSync('umount', ['-l', folder])
      }
    })
  })
})
