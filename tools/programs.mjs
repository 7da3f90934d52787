import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { toolEnvironment } from '../deploy/local/install.mjs'
import { project } from '../deploy/local/settings.mjs'
import { programPath } from './program-path.mjs'
import { isPythonReady, pythonInstall } from './python-programs.mjs'

/** Chromium without a window: the same engine, and the browser tests take a third less time. The whole one does as well. */
export const browser = { command: 'chromium-headless-shell', or: 'chromium', package: 'chromium-headless-shell' }

/** Programs that npm does not bring, the Debian package, Go module or package of PyPI of each, and what cannot run without it. */
export const testPrograms = [
  { command: 'nats-server', package: 'nats-server', without: 'everything over NATS' },
  { ...browser, without: 'the browser tests' },
  { command: 'dcraw_emu', package: 'libraw-bin', without: 'the tests of RAW files' },
  {
    command: 'nginx',
    package: 'nginx',
    without: 'the test that the image of the web application serves it as the gateway does',
  },
  { command: 'perl', package: 'perl', without: 'the tests that read metadata with ExifTool' },
  {
    command: 'stripe-mock',
    module: 'github.com/stripe/stripe-mock@v0.203.0',
    without: "the check of what we send against Stripe's own description of its calls",
  },
  {
    command: 'schemathesis',
    python: true,
    without: 'the test of the public API against its document with generated requests, and the samples in Python',
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

/** Where the program is; undefined: nowhere. */
export const pathOf = command => programPath(command, toolEnvironment().PATH)
export const has = command => pathOf(command) !== undefined

/** For playwright-core, which brings none. */
export function browserPath() {
  const path = pathOf(browser.command) ?? pathOf(browser.or)
  if (!path) throw new Error(`${browser.command} is missing`)
  return path
}

/** Installs what is missing where that is possible; returns what is missing still, each with the reason. */
export function installPrograms(programs, say) {
  const isMissing = ({ command, or, python }) =>
    (!has(command) && !(or && has(or))) || (python === true && !isPythonReady(command))
  const missing = programs.filter(isMissing)
  if (missing.length === 0) return []
  say(`Installing ${missing.map(nameOf).join(', ')} …`)
  const [ofGo, ofPython] = [missing.filter(one => one.module), missing.filter(one => one.python)]
  const ofDebian = missing.filter(one => one.package)
  const refused = [
    ...because(ofGo, goInstall(ofGo)),
    ...because(ofPython, pythonInstall(ofPython)),
    ...because(ofDebian, aptInstall(ofDebian.map(nameOf))),
  ]
  return refused.filter(isMissing)
}

const nameOf = one => one.module ?? one.package ?? one.command
const because = (missing, reason) => missing.map(program => ({ ...program, reason }))

/** In the folder of npm's programs, so that they are removed together. */
function goInstall(programs) {
  if (programs.length === 0) return ''
  if (!has('go')) return 'install Go'
  const env = { ...toolEnvironment(), GOBIN: join(project, 'node_modules/.bin') }
  const results = programs.map(({ module }) => spawnSync('go', ['install', module], { env, encoding: 'utf8' }))
  const last = results.findLast(result => result.status !== 0)
  return `go could not install it: ${(last?.stderr ?? '').trim().split('\n').at(-1)}`
}

function aptInstall(names) {
  if (names.length === 0) return ''
  if (process.getuid() !== 0 || !has('apt-get')) return `install ${names.join(' ')}, or run this as root on Debian`
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args) =>
    spawnSync('apt-get', ['-qq', ...args], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  // Together is quicker; one by one, a package that does not exist does not keep the others away.
  const install = list => apt('install', '-y', '--no-install-recommends', ...list)
  if (install(names).status === 0) return ''
  apt('update')
  if (install(names).status === 0) return ''
  const last = names.map(name => install([name])).findLast(result => result.status !== 0)
  return `apt-get could not install it: ${(last?.stderr ?? '').trim().split('\n').at(-1)}`
}
