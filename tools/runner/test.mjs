// `npm test [areas or paths]`, `npm run test:all`: installs and builds, starts one Postgres for all tests, and prints the totals.
import { execFileSync, spawn } from 'node:child_process'
import { readdirSync, readFileSync, chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '../../deploy/local/build.mjs'
import { install, findNode24, toolEnvironment } from '../../deploy/local/install.mjs'
import { startPostgres } from '../../deploy/local/postgres.mjs'
import {
  readCommand,
  sendSignal,
  UserError,
  sendSignalToGroup,
  createStopSignal,
} from '../../deploy/local/processes.mjs'
import { project, reportFailure } from '../../deploy/local/settings.mjs'
import { browser, installPrograms, testPrograms } from '../programs/programs.mjs'
import { findAffectedFolders } from './affected.mjs'
import { summarizeFailures } from './failures.mjs'
import { createMemoryFolder } from './memory-folder.mjs'
import { planRuns } from './plan.mjs'

/** Number of parallel test files. There are two more than cores, because tests spend about half of their time waiting. */
const WORKERS = availableParallelism() + 2

const stopSignal = createStopSignal()
const folder = mkdtempSync(join(tmpdir(), 'daymark-test-'))
chmodSync(folder, 0o711) // a run as root starts Postgres under another account
/** Folder for the files of tests. It is in memory if enough memory is free. */
const memoryFolder = createMemoryFolder() ?? folder
const totals = { passed: 0, failed: 0, skipped: 0 }
const notes = []
/** Paths and buses of the reports of jest, one for each run. */
const jestResults = []

try {
  await main(process.argv.slice(2))
} catch (error) {
  reportFailure(error, { dataDir: folder })
  totals.failed++
}
for (const testFolder of new Set([folder, memoryFolder])) {
  for (const command of killRemainingProcesses(testFolder))
    console.log(`Killed a process that a test had not stopped: ${command}`)
  rmSync(testFolder, { recursive: true, force: true })
}
printReport()
process.exit(stopSignal.aborted ? 130 : totals.failed > 0 ? 1 : 0)

async function main(words) {
  await install(console.log, { abort: stopSignal, withTools: true })
  const runs = planRuns(words[0] === 'affected' ? await printAffectedFolders() : words)
  if (runs.every(({ files }) => files.length === 0)) throw new UserError(`No test file matches: ${words.join(' ')}`)
  const missing = installPrograms(testPrograms, console.log)
  for (const { without, command, reason } of missing)
    notes.push(`Could not run: ${without}, because ${command} is missing (${reason}).`)
  await build(console.log, { names: ['server', 'web', 'testing'], abort: stopSignal })
  const postgres = await startPostgres({ dir: join(memoryFolder, 'postgres'), password: 'test', durable: false })
  try {
    const env = createEnvironment(postgres, missing)
    const start = ({ bus, files }, runIndex) =>
      runFiles({ bus, files: files.filter(file => isPossible(file, bus, missing)), env, runIndex })
    // Without words, the few files over NATS run at the same time as the other files.
    if (words.length === 0) await Promise.all(runs.map(start))
    else for (const [runIndex, run] of runs.entries()) await start(run, runIndex)
  } finally {
    await postgres.stop()
  }
}

async function printAffectedFolders() {
  const folders = await findAffectedFolders()
  console.log(`Changed since main, or depending on it: ${folders.join(', ')}`)
  return folders
}

function createEnvironment(postgres, missing) {
  const fixtures = process.env.DAYMARK_FIXTURES ?? join(project, '../shared/fixtures')
  if (!existsSync(fixtures))
    notes.push(`Could not run: the tests on real photos, because ${fixtures} is missing (set DAYMARK_FIXTURES).`)
  return toolEnvironment({
    ...(existsSync(fixtures) && { DAYMARK_FIXTURES: fixtures }),
    DAYMARK_TEST_DATABASE_URL: postgres.url('postgres'),
    DAYMARK_TEST_WITHOUT: missing.map(({ command }) => command).join(','),
    DAYMARK_TEST_RUN: folder,
    DAYMARK_TEST_QUICK_DIR: memoryFolder,
    TMPDIR: folder,
    NODE_ENV: 'test',
  })
}

function isPossible(file, bus, missing) {
  const isMissing = command => missing.some(program => program.command === command)
  return !(bus === 'nats' && isMissing('nats-server')) && !(file.startsWith('tests/e2e/') && isMissing(browser.command))
}

/** `runIndex`: number of the run, from which the tests derive their ports (libs/testing/src/servers/free-port.ts). */
async function runFiles({ bus, files, env, runIndex }) {
  if (files.length === 0 || stopSignal.aborted) return
  console.log(`\n── ${files.length} files, ${bus === 'nats' ? 'over NATS' : 'in one process'} ──`)
  const result = join(folder, `${bus}.json`)
  await runJest(files, result, { ...env, DAYMARK_TEST_BUS: bus, DAYMARK_TEST_PORTS: String(runIndex) })
  if (!stopSignal.aborted) countResults(bus, result)
}

async function runJest(files, result, env) {
  const workers = Math.min(WORKERS, files.length)
  const args = [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
    '--ci',
    `--maxWorkers=${workers}`,
    `--cacheDirectory=${join(project, 'node_modules/.cache/jest')}`,
    '--json',
    `--outputFile=${result}`,
    '--runTestsByPath',
    ...files,
  ]
  // With --json, jest writes its report to stderr, and JSON to stdout, which is ignored because the file contains it.
  const options = { cwd: project, env, detached: true, stdio: ['ignore', 'ignore', 'inherit'] }
  const child = spawn(findNode24(), args, options)
  const stopJest = () => {
    sendSignalToGroup(child.pid, 'SIGTERM')
    setTimeout(() => sendSignal(child.pid, 'SIGKILL'), 5_000).unref()
  }
  stopSignal.addEventListener('abort', stopJest)
  await new Promise(resolve => child.once('close', resolve))
  stopSignal.removeEventListener('abort', stopJest)
}

function countResults(name, file) {
  if (!existsSync(file)) {
    notes.push(`Failed: ${name}: the test runner ended without a result.`)
    totals.failed++
    return
  }
  const result = JSON.parse(readFileSync(file, 'utf8'))
  jestResults.push(result)
  totals.passed += result.numPassedTests
  // A file that could not be loaded contains no tests, so it is counted as a failure of its own.
  totals.failed += result.numFailedTests + result.numRuntimeErrorTestSuites
  totals.skipped += result.numPendingTests + result.numTodoTests
}

function printReport() {
  console.log('')
  if (stopSignal.aborted) console.log('Stopped before the end.')
  for (const note of notes) console.log(note)
  const failureLines = summarizeFailures(jestResults).map(failure => `Failed: ${failure}`)
  for (const line of failureLines) console.log(line)
  // .ci/run prints this file again after the checks.
  if (process.env.DAYMARK_TEST_FAILURES)
    writeFileSync(process.env.DAYMARK_TEST_FAILURES, failureLines.map(line => `${line}\n`).join(''))
  console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
}

/**
 * Kills every process whose environment or command line contains `mark`, which identifies a test run. Returns the commands of these
 * processes.
 */
function killRemainingProcesses(mark) {
  const pids = findMarkedProcesses(mark).filter(pid => pid !== process.pid)
  const commands = pids.map(pid => readCommand(pid).slice(0, 100))
  for (const pid of pids) sendSignal(pid, 'SIGKILL')
  return commands.filter(Boolean)
}

function findMarkedProcesses(mark) {
  if (process.platform !== 'linux') {
    const lines = execFileSync('ps', ['-axEww', '-o', 'pid=,command='], { encoding: 'utf8' }).split('\n')
    return lines.filter(line => line.includes(mark)).map(line => Number.parseInt(line, 10))
  }
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  const hasMark = (pid, name) => readProcessFile(pid, name).includes(mark)
  return pids.filter(pid => hasMark(pid, 'environ') || hasMark(pid, 'cmdline')).map(Number)
}

function readProcessFile(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return '' // the process has ended or belongs to another user
  }
}
