import { freePort as anyFreePort } from '../../../../deploy/local/ports.mjs'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * First port of the ranges for tests. The two concurrent runs of `npm test` (one for each bus) and up to 20 workers use different ranges,
 * which end below the ports that Linux gives to outgoing connections (32,768).
 */
const FIRST_PORT = 22_000
const PORTS_PER_WORKER = 250
const PORTS_PER_RUN = 20 * PORTS_PER_WORKER

/**
 * Returns the ports of this jest worker. No other test uses them, so a port stays free between its selection and its use, and while a
 * program restarts.
 */
function workerRange() {
  const { DAYMARK_TEST_PORTS: run, JEST_WORKER_ID: worker } = process.env
  if (run === undefined) return undefined
  const first = FIRST_PORT + Number(run) * PORTS_PER_RUN + Number(worker ?? 0) * PORTS_PER_WORKER
  return { first, end: first + PORTS_PER_WORKER }
}
/** Ports that this test file has used. They are not returned again, because a stopped program may be started again. */
const usedPorts = new Set<number>()

/** Returns a free port for a program that the test starts, possibly kills, and restarts. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = await anyFreePort(workerRange())
    if (!usedPorts.has(port)) {
      usedPorts.add(port)
      return port
    }
  }
}

/** Creates a temporary folder for a test. It is in memory if `npm test` provides such a folder. */
export const testFolder = (name: string): string =>
  mkdtempSync(join(process.env['DAYMARK_TEST_QUICK_DIR'] ?? tmpdir(), `${name}-`))
