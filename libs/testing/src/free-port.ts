import { freePort as anyFreePort } from '../../../deploy/local/ports.mjs'

/** What the runs of `npm test` share: many files choose ports at the same time, and use them a moment later. */
const FIRST = 22_000
const OF_A_RUN = 1_000
const OF_A_WORKER = 300

/** A worker of `npm test` has ports of its own: no other test takes one between its choice and its use, or while it is restarted. */
function own() {
  const { DAYMARK_TEST_PORTS: run, JEST_WORKER_ID: worker } = process.env
  if (run === undefined) return undefined
  const first = FIRST + Number(run) * OF_A_RUN + Number(worker ?? 0) * OF_A_WORKER
  return { first, end: first + OF_A_WORKER }
}
/** Never twice in one file: what stopped may be started again. */
const given = new Set<number>()

/** A port nobody listens on, for a program that is started, killed and started again by a test. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = await anyFreePort(own())
    if (!given.has(port)) {
      given.add(port)
      return port
    }
  }
}
