// `npm test [areas or paths]`: everything the tests need, one Postgres for all of them, and one line of totals at the end.
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { slowness } from '../slowness.mjs'
import { build } from '../../deploy/local/build.mjs'
import { install, node24, toolEnvironment } from '../../deploy/local/install.mjs'
import { affected } from './affected.mjs'
import { recordDurations } from './durations.mjs'
import { failures } from './failures.mjs'
import { endLeftovers } from './leftovers.mjs'
import { memoryFolder } from './memory-folder.mjs'
import { sideBySide } from './side-by-side.mjs'
import { startPostgres } from '../../deploy/local/postgres.mjs'
import { Refusal, signal, signalGroup, stopSignal } from '../../deploy/local/processes.mjs'
import { installPrograms, testPrograms } from '../programs.mjs'
import { explain, project } from '../../deploy/local/settings.mjs'
import { plan, turnInWords } from './test-plan.mjs'
import { turnOf } from './turn.mjs'

const say = line => console.log(line)
const stopping = stopSignal()
const folder = mkdtempSync(join(tmpdir(), 'daymark-test-'))
chmodSync(folder, 0o711) // Postgres runs as another account when we are root
/** For what lives as long as a test: in memory where there is room, else beside everything else. */
const quickFolder = memoryFolder() ?? folder
const totals = { passed: 0, failed: 0, skipped: 0 }
const notes = []
/** What jest reported of each run. */
const results = []
/** When each job began and ended, in seconds of this run: what is waited for at its end is seen there. */
const spans = []
/**
 * Limits of time are so many times as long while several runs go beside each other: for a while any of them may have the processors
 * alone. Nobody waits longer for that, waiting ends with what is waited for. A run by itself is held to what the product promises.
 */
const CROWD = 8
/** A test that hangs has to end some day. */
const MOST = 20

try {
  await main(process.argv.slice(2))
} catch (error) {
  const reason = explain(error, { dataDir: folder })
  console.error(reason instanceof Refusal ? reason.message : reason)
  totals.failed++
}
for (const used of new Set([folder, quickFolder])) {
  for (const command of endLeftovers(used)) say(`Left running by a test, ended now: ${command}`)
  rmSync(used, { recursive: true, force: true })
}
report()
process.exit(stopping.aborted ? 130 : totals.failed > 0 ? 1 : 0)

async function main(words) {
  await install(say, stopping)
  const turn = words.length === 0 ? await turnOf() : undefined
  const runs = plan(words[0] === 'affected' ? await affectedFolders() : words, turn)
  if (turn !== undefined) turnInWords(turn).forEach(say)
  if (runs.length === 0) throw new Refusal(`No test is named by: ${words.join(' ')}`)
  const missing = installPrograms(testPrograms, say)
  for (const one of missing)
    notes.push(`Could not run: ${one.without}, because ${one.command} is missing (${one.reason}).`)
  const names = [...new Set(runs.flatMap(run => run.builds ?? []))]
  // Units need nothing that is built: they begin meanwhile.
  const building = { name: 'build', workers: 1, work: () => build(say, { names, abort: stopping }) }
  const postgres = await startPostgres({ dir: join(quickFolder, 'postgres'), password: 'test', durable: false })
  try {
    const isAlone = runs.length === 1
    const common = { ...environment(postgres, missing), ...(await pace(isAlone, turn)) }
    // Programs that its tests start have ports of their own (libs/testing/src/free-port.ts).
    const numbered = runs.map((run, n) => ({ ...run, env: { ...run.env, DAYMARK_TEST_PORTS: String(n) } }))
    const jobs = numbered.map(run => ({
      ...run,
      after: run.builds && building.name,
      work: () => runOrSkip(run, missing, { common, isAlone }),
    }))
    await sideBySide(names.length > 0 ? [building, ...jobs] : jobs, job => timed(job))
    if (process.env.DAYMARK_TEST_RECORD && !stopping.aborted) recordDurations(results)
  } finally {
    await postgres.stop()
  }
}

/** Limits of time, and the turn, as the tests read them. */
async function pace(isAlone, turn) {
  const slowness = await measured(isAlone ? 1 : CROWD)
  return { DAYMARK_TEST_SLOWNESS: slowness, DAYMARK_TEST_TURN: turn?.toString() ?? '' }
}

async function affectedFolders() {
  const folders = await affected()
  say(`Changed since main, or depending on it: ${folders.join(', ')}`)
  return folders
}

/** Limits of time in tests are this many times those of a quiet machine of two cores. */
async function measured(crowd) {
  const factor = Number(process.env.DAYMARK_TEST_SLOWNESS ?? (await slowness()))
  if (factor > 1) say(`This machine is about ${factor} times slower: limits of time in tests follow it.`)
  return String(Math.min(MOST, factor * crowd))
}

function environment(postgres, missing) {
  const fixtures = process.env.DAYMARK_FIXTURES ?? join(project, '../shared/fixtures')
  if (!existsSync(fixtures))
    notes.push(`Could not run: the tests on real photos, because ${fixtures} is missing (set DAYMARK_FIXTURES).`)
  return toolEnvironment({
    ...(existsSync(fixtures) && { DAYMARK_FIXTURES: fixtures }),
    DAYMARK_TEST_DATABASE_URL: postgres.url('postgres'),
    DAYMARK_TEST_WITHOUT: missing.map(one => one.command).join(','),
    DAYMARK_TEST_RUN: folder,
    DAYMARK_TEST_QUICK_DIR: quickFolder,
    TMPDIR: folder,
    NODE_ENV: 'test',
  })
}

async function timed({ name, work }) {
  const began = performance.now()
  await work()
  spans.push([began, performance.now()].map(ms => Math.round(ms / 1000)).join(' to ') + ` s: ${name}`)
}

async function runOrSkip(run, missing, { common, isAlone }) {
  if (stopping.aborted) return
  if (missing.some(one => one.command === run.needs)) {
    notes.push(`Not run: ${run.name} (${run.files.length} files), because ${run.needs} is missing.`)
    return
  }
  const result = join(folder, `${run.name}.json`)
  const env = { ...common, ...run.env }
  const heading = `\n── ${run.name} ──`
  if (isAlone) {
    say(heading)
    await jest(run, result, env)
  } else {
    // Lines of several runs would mix.
    const words = await jest(run, result, env, 'pipe')
    say(`${heading}\n${words}`)
  }
  if (!stopping.aborted) count(run, result)
}

/** Resolves to what jest reported, unless that went to the terminal at once. */
async function jest({ files, workers = 2 }, result, env, report = 'inherit') {
  const args = [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
    '--ci',
  ]
  args.push(
    `--maxWorkers=${workers}`,
    `--cacheDirectory=${join(project, 'node_modules/.cache/jest')}`,
    '--json',
    `--outputFile=${result}`,
  )
  // With --json the report goes to stderr and the JSON, which the file has already, to stdout.
  const options = { cwd: project, env, detached: true, stdio: ['ignore', 'ignore', report] }
  const child = spawn(node24(), [...args, '--runTestsByPath', ...files], options)
  let words = ''
  child.stderr?.on('data', chunk => (words += chunk))
  const end = () => {
    signalGroup(child.pid, 'SIGTERM')
    setTimeout(() => signal(child.pid, 'SIGKILL'), 5_000).unref()
  }
  stopping.addEventListener('abort', end)
  await new Promise(resolve => child.once('close', resolve))
  stopping.removeEventListener('abort', end)
  return words
}

function count(run, file) {
  if (!existsSync(file)) {
    notes.push(`Failed: ${run.name}: the test runner ended without a result.`)
    totals.failed++
    return
  }
  const result = JSON.parse(readFileSync(file, 'utf8'))
  results.push(result)
  totals.passed += result.numPassedTests
  // A file that could not even be loaded has no tests to count, but it has failed.
  totals.failed += result.numFailedTests + result.numRuntimeErrorTestSuites
  totals.skipped += result.numPendingTests + result.numTodoTests
}

function report() {
  say('')
  if (stopping.aborted) say('Stopped before the end.')
  for (const note of notes) say(note)
  if (spans.length > 1) say(`Beside each other:\n  ${spans.join('\n  ')}`)
  const failed = failures(results).map(one => `Failed: ${one}`)
  failed.forEach(say)
  // For .ci/run, which says it again after the checks.
  if (process.env.DAYMARK_TEST_FAILURES)
    writeFileSync(process.env.DAYMARK_TEST_FAILURES, failed.map(one => `${one}\n`).join(''))
  say(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
}
