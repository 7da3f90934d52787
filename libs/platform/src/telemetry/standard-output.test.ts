import { execFileSync } from 'node:child_process'
import { mkdtempSync, openSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { LogOutput } from './standard-output.ts'

const createLine = (n: number) => `${JSON.stringify({ n, text: 'x'.repeat(80) })}\n`
const parseLines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map(one => JSON.parse(one) as { n?: number; event?: string; lines?: number })

describe('log output', () => {
  it('never throws for a full device or a read-only descriptor', () => {
    for (const fd of [openSync('/dev/full', 'w'), openSync('/dev/null', 'r')]) {
      const output = new LogOutput(fd, 10_000)
      expect(() => {
        for (let n = 0; n < 1000; n++) output.write(createLine(n))
      }).not.toThrow()
    }
  })

  const disk = mountSmallDisk()
  if (!disk) console.warn('not run, no right to mount a small disk: log on a full disk')
  ;(disk ? describe : describe.skip)('on a small disk', () => {
    it('resumes when a full disk has space again, and states the number of missing lines', async () => {
      const [log, filler] = [join(disk ?? '', 'log'), join(disk ?? '', 'filler')]
      try {
        const output = new LogOutput(openSync(log, 'a'), 2000)
        output.write(createLine(0))
        fillDisk(filler)
        // more than the allocated page of the file and the buffer
        for (let n = 1; n <= 200; n++) output.write(createLine(n))
        truncateSync(filler)
        while (!readFileSync(log, 'utf8').includes('log.lost')) await delay(20)
        output.write(createLine(201))
        const kept = parseLines(readFileSync(log, 'utf8'))
        const note = kept.findIndex(one => one.event === 'log.lost')
        const before = kept.slice(0, note).map(one => one.n)
        expect(before).toEqual(before.map((_, n) => n)) // whole lines, in order, none twice
        expect(kept[note]?.lines).toBe(201 - before.length)
        expect(kept.slice(note + 1).map(one => one.n)).toEqual([201])
      } finally {
        execFileSync('umount', ['-l', disk ?? ''])
        rmSync(disk ?? '', { recursive: true, force: true })
      }
    })
  })
})

/** Mounts a small disk; undefined without the right to mount. */
function mountSmallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-log-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  } catch {
    rmSync(folder, { recursive: true, force: true })
    return undefined
  }
}

function fillDisk(file: string): void {
  try {
    for (;;) writeFileSync(file, Buffer.alloc(4096, 1), { flag: 'a' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
