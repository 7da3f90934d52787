import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { project } from '../../deploy/local/settings.mjs'

const file = join(import.meta.dirname, 'durations.json')
/** Shorter ones need no order. */
const LEAST_SECONDS = 4

/** For slowest-first.mjs, from what jest reported of each run; a file of two runs counts with the longer one. */
export function recordDurations(results) {
  const seconds = new Map()
  for (const { name, startTime, endTime } of results.flatMap(({ testResults }) => testResults)) {
    const path = relative(project, name).replaceAll('\\', '/')
    seconds.set(path, Math.max(seconds.get(path) ?? 0, Math.round((endTime - startTime) / 1000)))
  }
  const slow = [...seconds].filter(([, took]) => took >= LEAST_SECONDS).toSorted(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(slow), null, 2)}\n`)
}
