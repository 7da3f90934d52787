import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { toolEnvironment } from '../../deploy/local/install.mjs'
import { project } from '../../deploy/local/settings.mjs'
import { programPath } from './program-path.mjs'
import { isPythonReady, installPythonPrograms } from './python-programs.mjs'

/**
 * Chromium without a window, which makes browser tests a third faster. `alternative`: the complete browser, which is used if the program
 * without a window is not installed.
 */
export const browser = {
  command: 'chromium-headless-shell',
  alternative: 'chromium',
  package: 'chromium-headless-shell',
}

/**
 * Programs for tests that npm does not install: each with its Debian package, Go module or PyPI package, and with what is skipped if the
 * program is missing.
 */
export const testPrograms = [
  { command: 'nats-server', package: 'nats-server', without: 'all tests over NATS' },
  { ...browser, without: 'the browser tests' },
  { command: 'dcraw_emu', package: 'libraw-bin', without: 'the tests of RAW files' },
  {
    command: 'nginx',
    package: 'nginx',
    without: 'the test that compares the web image with the gateway',
  },
  { command: 'perl', package: 'perl', without: 'the tests that read metadata with ExifTool' },
  {
    command: 'stripe-mock',
    module: 'github.com/stripe/stripe-mock@v0.203.0',
    without: "the validation of calls to Stripe against Stripe's API description",
  },
  {
    command: 'schemathesis',
    python: true,
    without: 'the test of the public API with generated requests, and the samples in Python',
  },
  { command: 'curl', package: 'curl', without: 'the samples with cURL' },
  { command: 'jq', package: 'jq', without: 'the samples with cURL' },
  ...['prometheus', 'promtool'].map(command => ({
    command,
    package: 'prometheus',
    without: 'the tests of alerts and dashboards against a real Prometheus',
  })),
  { command: 'unzip', package: 'unzip', without: 'the tests that check ZIP files with another program' },
]

/** Path of a program, or undefined if it is not installed. */
export const findProgram = command => programPath(command, toolEnvironment().PATH)
export const isInstalled = command => findProgram(command) !== undefined

/** Path of the browser for playwright-core, which installs no browser. */
export function browserPath() {
  const path = findProgram(browser.command) ?? findProgram(browser.alternative)
  if (!path) throw new Error(`${browser.command} is missing`)
  return path
}

/** Installs missing programs if possible. Returns the programs that are still missing, each with the reason. */
export function installPrograms(programs, log) {
  const isMissing = ({ command, alternative, python }) =>
    (!isInstalled(command) && !(alternative && isInstalled(alternative))) ||
    (python === true && !isPythonReady(command))
  const missing = programs.filter(isMissing)
  if (missing.length === 0) return []
  log(`Installing ${missing.map(packageName).join(', ')} …`)
  const [goPrograms, pythonPrograms] = [
    missing.filter(program => program.module),
    missing.filter(program => program.python),
  ]
  const debianPrograms = missing.filter(program => program.package)
  const notInstalled = [
    ...addReason(goPrograms, installGoModules(goPrograms)),
    ...addReason(pythonPrograms, installPythonPrograms(pythonPrograms)),
    ...addReason(debianPrograms, installDebianPackages(debianPrograms.map(packageName))),
  ]
  return notInstalled.filter(isMissing)
}

const packageName = program => program.module ?? program.package ?? program.command
const addReason = (programs, reason) => programs.map(program => ({ ...program, reason }))

/** Compiles Go programs into node_modules/.bin, so that reinstalling the npm packages removes them too. */
function installGoModules(programs) {
  if (programs.length === 0) return ''
  if (!isInstalled('go')) return 'install Go'
  const env = { ...toolEnvironment(), GOBIN: join(project, 'node_modules/.bin') }
  const results = programs.map(({ module }) => spawnSync('go', ['install', module], { env, encoding: 'utf8' }))
  const lastFailure = results.findLast(result => result.status !== 0)
  return `go could not install it: ${(lastFailure?.stderr ?? '').trim().split('\n').at(-1)}`
}

function installDebianPackages(names) {
  if (names.length === 0) return ''
  if (process.getuid() !== 0 || !isInstalled('apt-get'))
    return `install ${names.join(' ')}, or run this as root on Debian`
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const runAptGet = (...args) =>
    spawnSync('apt-get', ['-qq', ...args], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  // All packages are installed at once, which is faster. Only if this fails, for example because a package does not exist, they are
  // installed one by one.
  const install = packageNames => runAptGet('install', '-y', '--no-install-recommends', ...packageNames)
  if (install(names).status === 0) return ''
  runAptGet('update')
  if (install(names).status === 0) return ''
  const lastFailure = names.map(name => install([name])).findLast(result => result.status !== 0)
  return `apt-get could not install it: ${(lastFailure?.stderr ?? '').trim().split('\n').at(-1)}`
}
