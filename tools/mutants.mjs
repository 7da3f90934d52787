// `npm run mutants -- --seed 1 --count 20`: changes random lines of the product one at a time, runs the files of `npm test` that depend
// on the changed line, and prints the changes that no test detects. Requires a built checkout, because HTTP tests run the built services.
import { transformSync } from '@swc/core'
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findNode24 } from '../deploy/local/install.mjs'
import { project } from '../deploy/local/settings.mjs'
import { planRuns } from './runner/plan.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: '1' }, count: { type: 'string', default: '20' } },
})

/**
 * Mutations as [name, pattern, replacement]. For each line, the first mutation that changes the line is used, beginning at a random
 * position of the list. Numbers are not changed, because most are limits that need not be exact.
 */
const mutations = [
  ['negate condition', /\bif (\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))/, 'if (!$1)'],
  ['swap equality', / ([!=])== /, (_, sign) => (sign === '=' ? ' !== ' : ' === ')],
  [
    'swap comparison',
    / (<=|>=|<|>) (?=[\w(])/,
    (_, sign) => ` ${{ '<': '>=', '>': '<=', '<=': '>', '>=': '<' }[sign]} `,
  ],
  ['swap logic', / (&&|\|\|) /, (_, sign) => (sign === '&&' ? ' || ' : ' && ')],
  ['swap sign', / ([+-]) (?=[\w(])/, (_, sign) => (sign === '+' ? ' - ' : ' + ')],
  ['swap boolean', /\b(true|false)\b/, (_, value) => String(value !== 'true')],
  ['drop statement', /^(\s+)(?:await |void )?[\w.#]+\(.*\)$/, '$1'],
  ['return early', /^(\s+(?:if \(.+\) )?)return (?!await this|\().+[\w)\]'}]$/, '$1return undefined'],
]
/**
 * Whether a line is not mutated, because its change would have no effect on programs: comments, imports, types, declarations for
 * frameworks, and texts.
 */
const isSkipped = line =>
  /^\s*(\/?\*|\/\/|import |export (type|\*)|type |interface |@\w)|^\s*['"`<]|: \w+;?$/.test(line)
const isProduct = file =>
  /^(apps|libs)\/[^/]+\/src\/.*\.tsx?$/.test(file) &&
  !/\.test\.tsx?$|\.d\.ts$|\/migrations\/|^libs\/testing\/|^libs\/client\/src\/openapi|^apps\/web\/src\/ui\/icons/.test(
    file,
  )

/** HTTP tests as [pattern of sources, pattern of the tests that prove the behavior of these sources]. The first match is used. */
const httpTests = [
  [/^apps\/identity/, /^tests\/spec\/accounts\/(accounts|administration)/],
  [/^apps\/billing/, /^tests\/spec\/accounts\/(subscription|plan-gates)/],
  [/^apps\/admin/, /^tests\/spec\/(administration|accounts\/administration)/],
  [/^apps\/developer|\/v1\/|api-tokens/, /^tests\/spec\/developers/],
  [/^apps\/media|\/media\/|\/uploads\//, /^tests\/spec\/(media|photos|watermark|sharing\/public)/],
  [/^apps\/library|\/library\//, /^tests\/spec\/(albums|photos)/],
  [/^apps\/sharing|\/sharing\/|\/visitors\/|custom-domains/, /^tests\/spec\/(sharing|accounts\/plan-gates)/],
  [/^apps\/gateway|^libs\/platform/, /^tests\/spec\/(edge\/edge|accounts\/accounts|albums)/],
  [/^libs\/storage/, /^tests\/spec\/(edge\/s3|media)/],
]

/** Returns a random number generator (Mulberry32). The same seed gives the same mutants. */
function createRandom(seed) {
  let state = seed
  return below => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) % below
  }
}

function compile(source, isJsx = false) {
  const parser = { syntax: 'typescript', decorators: true, tsx: isJsx }
  const transform = { legacyDecorator: true, decoratorMetadata: true }
  const jsc = { target: 'es2023', parser, transform, keepClassNames: true }
  const { code } = transformSync(source, { swcrc: false, configFile: false, jsc, module: { type: 'es6' } })
  return code.replace(/(from |import\(?)(['"]\.{1,2}\/[^'"]+)\.tsx?(['"])/g, '$1$2.js$3')
}
function isValid(source, isJsx) {
  try {
    return compile(source, isJsx) !== ''
  } catch {
    return false // the line is a part of a longer statement, which the mutation makes invalid
  }
}

function createMutant({ file, text, lineNumber, start }) {
  const line = text.split('\n')[lineNumber]
  if (isSkipped(line)) return undefined
  for (let offset = 0; offset < mutations.length; offset++) {
    const [name, pattern, replacement] = mutations[(start + offset) % mutations.length]
    const changed = line.replace(pattern, replacement)
    const mutated = text.split('\n').with(lineNumber, changed).join('\n')
    if (changed !== line && isValid(mutated, file.endsWith('x')))
      return { name, line: line.trim(), changed: changed.trim(), mutated }
  }
  return undefined
}

const jestArguments = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
]
const interruption = new AbortController()
/**
 * Runs jest. Resolves to its output and the first failed file. It runs asynchronously, because an interrupt must restore the mutated file.
 */
const runJest = (...args) =>
  new Promise(resolve => {
    const options = { cwd: project, maxBuffer: 2 ** 30, signal: interruption.signal }
    execFile(findNode24(), [...jestArguments, ...args], options, (error, stdout, stderr) => {
      const [, failed = args.at(-1)] = /^FAIL .*?(\S+\.test\.tsx?)/m.exec(stderr) ?? []
      resolve({ stdout, failed: error ? failed : undefined })
    })
  })
const defaultTests = planRuns([]).flatMap(({ files }) => files)

/**
 * Maximum number of related test files. If more files are related, the nearest files in the folder tree are used, because they fail most
 * likely.
 */
const MAX_RELATED_TESTS = 30
async function findRelatedTests(file) {
  const { stdout } = await runJest('--listTests', '--findRelatedTests', file)
  const listed = stdout.split('\n')
  const countSharedFolders = test => test.split('/').findIndex((segment, n) => segment !== file.split('/')[n])
  const related = defaultTests
    .filter(test => listed.includes(join(project, test)))
    .sort((a, b) => countSharedFolders(b) - countSharedFolders(a))
  const nearest = related.filter(test => countSharedFolders(test) === countSharedFolders(related[0]))
  return [nearest, related.slice(nearest.length, MAX_RELATED_TESTS)]
}
const findHttpTests = file => {
  const [, tests] = httpTests.find(([sources]) => sources.test(file)) ?? []
  return tests ? defaultTests.filter(test => tests.test(test)) : []
}
const findFailedTest = async tests =>
  tests.length > 0 ? (await runJest('--bail', '--runTestsByPath', ...tests)).failed : undefined

/**
 * Returns the path of the compiled file of a source. Only services have compiled files, because the web application is tested from its
 * sources.
 */
const compiledPath = file => join(project, file.replace('/src/', '/dist/').replace(/\.ts$/, '.js'))

/** Test files that are known to pass without a mutant. */
const passingFiles = new Set()
/** Returns the test file that fails because of a mutant, or undefined if the mutant survives. */
async function findFailingTest(file, text, mutated) {
  const failed = await findFailedTestWith(file, text, mutated)
  if (!failed) return undefined
  if (!passingFiles.has(failed) && (await findFailedTest([failed]))) throw new Error(`${failed} fails without a mutant`)
  passingFiles.add(failed)
  return failed
}

async function findFailedTestWith(file, text, mutated) {
  const compiledFile = compiledPath(file)
  const compiledText = existsSync(compiledFile) ? readFileSync(compiledFile, 'utf8') : undefined
  const restore = () => {
    writeFileSync(join(project, file), text)
    if (compiledText !== undefined) writeFileSync(compiledFile, compiledText)
  }
  process.once('exit', restore)
  try {
    writeFileSync(join(project, file), mutated)
    if (compiledText !== undefined) writeFileSync(compiledFile, compile(mutated))
    for (const tests of [...(await findRelatedTests(file)), findHttpTests(file)]) {
      const failed = await findFailedTest(tests)
      if (failed) return failed
    }
    return undefined
  } finally {
    restore()
    process.off('exit', restore)
  }
}

for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    interruption.abort()
    process.exit(1)
  })
const trackedFiles = execFileSync('git', ['ls-files', 'apps', 'libs'], { cwd: project, encoding: 'utf8' }).split('\n')
const files = trackedFiles.filter(file => isProduct(file) && positionals.every(word => file.includes(word)))
const lines = files.flatMap(file =>
  readFileSync(join(project, file), 'utf8')
    .split('\n')
    .map((_, lineNumber) => [file, lineNumber]),
)
const random = createRandom(Number(values.seed))
let survivorCount = 0
let mutantCount = 0
while (mutantCount < Number(values.count)) {
  const [file, lineNumber] = lines[random(lines.length)]
  const text = readFileSync(join(project, file), 'utf8')
  const mutant = createMutant({ file, text, lineNumber, start: random(mutations.length) })
  if (!mutant) continue
  mutantCount++
  const failingTest = await findFailingTest(file, text, mutant.mutated)
  const description = `${file}:${lineNumber + 1} ${mutant.name}: ${mutant.changed || mutant.line}`
  console.log(`${mutantCount} ${failingTest ? `detected by ${failingTest}` : 'SURVIVED'}: ${description}`)
  if (!failingTest) survivorCount++
}
console.log(
  `${survivorCount} of ${mutantCount} mutants survived (${Math.round((100 * survivorCount) / mutantCount)} %).`,
)
