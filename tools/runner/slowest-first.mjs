// The order of the files of a run: the slowest first, so that no worker begins a long one when the others are at their end.
import Sequencer from '@jest/test-sequencer'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { project } from '../../deploy/local/settings.mjs'

/** Seconds of the files that take longest; `DAYMARK_TEST_RECORD=1 npm test` measures them anew. */
const durations = JSON.parse(readFileSync(join(import.meta.dirname, 'durations.json'), 'utf8'))
/** A file that starts a product and was never measured: not among the last, where the other workers would wait for it. */
const UNKNOWN = 20
const secondsOf = ({ path }) => {
  const file = relative(project, path).replaceAll('\\', '/')
  return durations[file] ?? (file.startsWith('tests/') ? UNKNOWN : 0)
}

export default class SlowestFirst extends Sequencer {
  sort(tests) {
    // What is not known is in jest's own order: the largest first.
    return super.sort(tests).toSorted((a, b) => secondsOf(b) - secondsOf(a))
  }
}
