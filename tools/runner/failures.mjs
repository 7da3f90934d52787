import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { project } from '../../deploy/local/settings.mjs'

/** Maximum number of lines at the end of a run; jest's report has all. */
const MOST = 6
const LINES = 5
const WIDTH = 160

/**
 * What failed, in few words, for the end of a run, so that the last lines of a log name the failed tests.
 * `results` is what jest reported of each run; a file that could not be loaded counts as one failure.
 * @returns {string[]}
 */
export function failures(results) {
  const files = results.flatMap(({ testResults }) => testResults)
  const all = files.flatMap(file => failed(file).map(([title, message]) => describe(file.name, title, message)))
  const more = all.length - MOST
  return more > 0 ? [...all.slice(0, MOST), `… and ${more} more`] : all
}

function failed({ status, message, assertionResults }) {
  const tests = assertionResults.filter(test => test.status === 'failed')
  if (tests.length > 0) return tests.map(test => [test.fullName, test.failureMessages[0] ?? ''])
  return status === 'failed' ? [['could not run', message]] : []
}

function describe(name, title, message) {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter(line => line.trim())
  const reason = lines.filter(line => !isFrame(line)).slice(0, LINES)
  const location = lines.find(line => isFrame(line) && line.includes(project) && !line.includes('node_modules'))
  const file = relative(project, name).replaceAll('\\', '/')
  return [
    `${file} › ${title}`,
    ...[...reason, ...(location ? [location.replaceAll(`${project}/`, '')] : [])].map(short),
  ].join('\n    ')
}

const isFrame = line => /^\s*at /.test(line)
const short = line => (line.trim().length > WIDTH ? `${line.trim().slice(0, WIDTH)}…` : line.trim())
