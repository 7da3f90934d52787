import { existsSync, readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { browser } from '../programs.mjs'
import { project } from '../../deploy/local/settings.mjs'
import { namedStatements } from '../spec-index.mjs'
import { testFiles } from '../test-files.mjs'
import { TURNS } from './turn.mjs'

const nats = { env: { DAYMARK_TEST_BUS: 'nats' }, needs: 'nats-server' }
const memory = { env: { DAYMARK_TEST_BUS: 'memory' } }
/** Runs the built product in processes of its own. */
const built = { builds: ['server'], workers: 1 }
const whole = { builds: ['server', 'web'], workers: 1 }

/** What of the specification hangs on events between services most: by thirds in turn. `npm test -- all` runs the rest over NATS too. */
const betweenServices =
  /^tests\/spec\/(sharing\/(ends|public)|accounts\/plan-limits|photos\/uploads|watermark\/never-clean|developers\/webhooks|\w+)\.test\.ts$/

/** Whose photos are whose, what a link shows and where it ends, marks that never leave, photos that are taken: looked at every time. */
const everyTime =
  /^tests\/spec\/(accounts\/isolation|sharing\/(ends|public)|photos\/uploads|watermark\/never-clean)\.test\.ts$/
const notEveryTime = new RegExp(`^(?!${everyTime.source.slice(1, -1)}$)`)

/** Where services die apart from each other. */
const amongServices = /\/(kill|trace|webhooks)\.test\.ts$/
/** The rest of what fails while it works: one process is enough, whatever the bus. */
const inOneProcess = /^(?!.*\/(kill|webhooks)\.test\.ts$)/

/**
 * What takes minutes is no part of `npm test`: each of these files has a command, which runs it on both buses, as `npm test -- all`
 * does. Every other file is run by default somewhere; tests/start/affected.test.ts sees to that.
 */
export const onDemand = [
  {
    command: 'faults',
    files:
      /^tests\/faults\/(administration|backup-store|billing|database-away|deletion|disk|encryption|memory-growth|nats-restart|replicas|restart|trash|visits|watermark)\.test\.ts$/,
  },
  // on Docker; `npm run test:compose` also makes the images
  { command: 'compose', files: /^tests\/compose\// },
  { command: 'containers', files: /^tests\/containers\// },
  // compiles the previous release and fills its database
  { command: 'upgrades', files: /^tests\/upgrades\// },
  { command: 'made-up-calls', files: /^tests\/spec\/developers\/made-up-calls\.test\.ts$/ },
]
const isOnDemand = file => onDemand.some(({ files }) => files.test(file))
const isByDefault = (file, run) => !isOnDemand(file) && (!run.part || run.part.test(file))
const isIn = (file, run) => run.folders.some(folder => file.startsWith(`${folder}/`)) && !run.without?.test(file)

/**
 * Each test file belongs to the runs whose folders hold it. Runs go beside each other (side-by-side.mjs), in this order: the
 * longest begin first, and those of one worker, which wait more than they work, run beside those of two.
 */
const first = [
  {
    name: 'libraries, services, web, architecture, chart',
    folders: ['libs', 'apps', 'tests/architecture', 'tests/charts'],
    ...memory,
    workers: 2,
  },
  // In halves, so that neither is what all others have to wait for at the end.
  {
    name: 'specification of everything else, memory bus',
    folders: ['tests/spec'],
    without: /^tests\/spec\/(accounts|administration|developers)\//,
    ...memory,
    workers: 2,
    turns: 2,
    byTurns: notEveryTime,
  },
  { name: 'start', folders: ['tests/start'], ...memory, ...whole },
  {
    name: 'faults and telemetry, memory bus',
    folders: ['tests/faults', 'tests/telemetry'],
    ...memory,
    ...built,
    part: inOneProcess,
    turns: 2,
  },
]
const rest = [
  { name: 'browser', folders: ['tests/e2e'], ...memory, ...whole, workers: 2, turns: 3, needs: browser.command },
  {
    name: 'specification of accounts, administration and developers, memory bus',
    folders: ['accounts', 'administration', 'developers'].map(name => `tests/spec/${name}`),
    ...memory,
    workers: 2,
    turns: 2,
    byTurns: notEveryTime,
  },
  {
    name: 'faults and telemetry, NATS',
    folders: ['tests/faults', 'tests/telemetry'],
    ...nats,
    ...built,
    part: amongServices,
    turns: 2,
    byTurns: /^(?!.*\/kill\.test\.ts$)/,
  },
  { name: 'upgrades', folders: ['tests/upgrades'], ...nats, ...built },
  { name: 'specification, NATS', folders: ['tests/spec'], ...nats, workers: 1, part: betweenServices, turns: 3 },
]
const areas = readdirSync(join(project, 'tests')).filter(name => !['load', 'support'].includes(name))
const others = areas.filter(name => ![...first, ...rest].some(run => run.folders.includes(`tests/${name}`)))
/** Those with rows by turns are always run: the same turn would always meet the same rows. */
const filesByTurns = /^(?!.*\/(fields|full-outbox)\.test\.ts$)/
/** Attacks and what is added wait for limits of the product more than they work. The name is also that of a file. */
const added = { ...memory, ...whole, turns: 2, byTurns: filesByTurns }
const runs = [...first, ...others.map(name => ({ name, folders: [`tests/${name}`], ...added })), ...rest]

const groups = { libs: 'libs', apps: 'apps', web: 'apps/web' }
for (const name of areas) groups[name] = `tests/${name}`

/**
 * The runs with the files that the words choose: areas, parts of a path, or paths. No word chooses everything but what has a command
 * of its own, and only a part of what is run a second time, some of it by turns; `all` chooses that too.
 */
export function plan(words, turn = 0) {
  const named = words.filter(word => word !== 'all')
  const patterns = named.map(pattern)
  const chosen = file => patterns.length === 0 || patterns.some(one => one.test(file))
  const files = testFiles().filter(chosen)
  const isOf = (file, run) => isIn(file, run) && (words.length > 0 || isByDefault(file, run))
  const filesOf = run => files.filter(file => isOf(file, run))
  const ofTurn = run => (words.length > 0 ? filesOf(run) : inTurn(filesOf(run), run, turn))
  return runs.map(run => ({ ...run, files: ofTurn(run) })).filter(run => run.files.length > 0)
}

/** Of the files that go by turns every n-th, as libs/testing/src/in-turn.ts does it with the rows of a test; and all others. */
function inTurn(files, run, turn) {
  const rows = files.filter(file => goesByTurns(file, run))
  const { turns = 1 } = run
  const mine = new Set(rows.filter((_, n) => n % turns === turn % turns))
  return files.filter(file => mine.has(file) || !rows.includes(file))
}

const goesByTurns = (file, { turns = 1, byTurns = /./ }) => turns > 1 && byTurns.test(file) && !alone().has(file)

/** What proves a statement of the specification that no file proves which every turn runs: it is always run itself. */
let provesAlone
function alone() {
  if (provesAlone) return provesAlone
  provesAlone = new Set()
  const inRuns = file => runs.filter(run => isIn(file, run) && isByDefault(file, run))
  const isAlways = file => inRuns(file).some(run => !goesByTurns(file, run))
  for (const files of namedStatements().values()) {
    const [first] = files.filter(file => inRuns(file).length > 0)
    if (first && !files.some(isAlways)) provesAlone.add(first)
  }
  return provesAlone
}

/** What a turn leaves to the next ones: names of runs with their files. */
export function leftOut(turn) {
  const all = Array.from({ length: TURNS }, (_, one) => plan([], one)).flat()
  return plan([], turn).map(({ name, files }) => {
    const ofAll = new Set(all.filter(run => run.name === name).flatMap(run => run.files))
    return { name, files: [...ofAll].filter(file => !files.includes(file)).toSorted() }
  })
}

/** The same for whoever started the run, so that nobody takes it for the whole. */
export const turnInWords = turn => [
  `Turn ${turn + 1} of ${TURNS}, by the commit (DAYMARK_TEST_TURN=${turn} repeats it, \`npm test -- all\` leaves nothing out):`,
  '  of what is a matrix (inTurn in tests: devices, stores, values, formats) a half or a third of its rows;',
  ...leftOut(turn)
    .filter(({ files }) => files.length > 0)
    .map(({ name, files }) => `  of "${name}" not: ${files.join(', ')}.`),
]

function pattern(word) {
  if (groups[word]) return new RegExp(`^(${groups[word]})/`)
  if (existsSync(word)) return new RegExp(`^${escape(relative(project, resolve(word)))}(/|$)`)
  return new RegExp(escape(word))
}

const escape = text => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
