import { freePort as anyFreePort } from '../../../../deploy/local/ports.mjs'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Port ranges of concurrent runs and workers of `npm test`. */
const FIRST = 22_000
const PER_RUN = 1_000
const PER_WORKER = 300

/** Each worker has its own ports, so that no other test takes a port before it is used or during a restart. */
function workerRange() {
  const { DAYMARK_TEST_PORTS: run, JEST_WORKER_ID: worker } = process.env
  if (run === undefined) return undefined
  const first = FIRST + Number(run) * PER_RUN + Number(worker ?? 0) * PER_WORKER
  return { first, end: first + PER_WORKER }
}
/** Ports are not reused within a test file, because a stopped program may be started again. */
const given = new Set<number>()

/** A free port for a program that a test starts, kills and restarts. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = await anyFreePort(workerRange())
    if (!given.has(port)) {
      given.add(port)
      return port
    }
  }
}

/** A temporary folder for a test, in memory if `npm test` provides one. */
export const testFolder = (name: string): string =>
  mkdtempSync(join(process.env['DAYMARK_TEST_QUICK_DIR'] ?? tmpdir(), `${name}-`))
