import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { project } from '../../deploy/local/settings.mjs'

/** Maximum number of failures in the summary. The report of jest contains all of them. */
const MAX_FAILURES = 6
const MAX_LINES = 5
const MAX_LINE_LENGTH = 160

/**
 * Summarizes failed tests for the end of a run, so that the last lines of a log name them.
 * `results`: the reports of jest. A file that could not be loaded counts as one failure.
 * @returns {string[]}
 */
export function summarizeFailures(results) {
  const files = results.flatMap(({ testResults }) => testResults)
  const failures = files.flatMap(file =>
    listFailedTests(file).map(([title, message]) => describe(file.name, title, message)),
  )
  const omittedCount = failures.length - MAX_FAILURES
  return omittedCount > 0 ? [...failures.slice(0, MAX_FAILURES), `… and ${omittedCount} more`] : failures
}

function listFailedTests({ status, message, assertionResults }) {
  const tests = assertionResults.filter(test => test.status === 'failed')
  if (tests.length > 0) return tests.map(test => [test.fullName, test.failureMessages[0] ?? ''])
  return status === 'failed' ? [['could not run', message]] : []
}

function describe(name, title, message) {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter(line => line.trim())
  const reason = lines.filter(line => !isFrame(line)).slice(0, MAX_LINES)
  const location = lines.find(line => isFrame(line) && line.includes(project) && !line.includes('node_modules'))
  const file = relative(project, name).replaceAll('\\', '/')
  return [
    `${file} › ${title}`,
    ...[...reason, ...(location ? [location.replaceAll(`${project}/`, '')] : [])].map(shortenLine),
  ].join('\n    ')
}

const isFrame = line => /^\s*at /.test(line)
const shortenLine = line =>
  line.trim().length > MAX_LINE_LENGTH ? `${line.trim().slice(0, MAX_LINE_LENGTH)}…` : line.trim()
