// How much slower this machine is, right now, than the one the limits of time in tests were written on.
import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const LOOKS = 5
const PAUSE_MS = 40
const LARGEST = 10
/** What one piece of work took there while nothing else ran. */
const REFERENCE_MS = 40

/** At least 1. The slowest of a few looks counts: a busy machine is not busy in every moment. */
export async function slowness() {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-slowness-'))
  const took = []
  try {
    work(folder) // the first one compiles
    for (let look = 0; look < LOOKS; look++) {
      await pause(PAUSE_MS)
      took.push(work(folder))
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return Math.min(LARGEST, Math.max(1, Math.round((Math.max(...took) / REFERENCE_MS) * 10) / 10))
}

/** Half of it in JavaScript, half in native code, and a little that must reach the disk, as tests do. */
function work(folder) {
  const began = performance.now()
  let sum = 0
  for (let i = 0; i < 6_000_000; i++) sum = (sum * 31 + i) | 0
  createHash('sha256')
    .update(Buffer.alloc(4 << 20, sum & 255))
    .digest()
  const file = openSync(join(folder, 'probe'), 'w')
  for (let n = 0; n < 2; n++) {
    writeSync(file, Buffer.alloc(64 << 10, n))
    fsyncSync(file)
  }
  closeSync(file)
  return performance.now() - began
}

if (process.argv[1] === import.meta.filename) console.log(await slowness())
