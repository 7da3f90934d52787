import { spawnSync } from 'node:child_process'
import { toolEnvironment } from '../deploy/local/install.mjs'
import { programPath } from './program-path.mjs'

/** Chromium without a window: the same engine, and the browser tests take a third less time. The whole one does as well. */
export const browser = { command: 'chromium-headless-shell', or: 'chromium', package: 'chromium-headless-shell' }

/** Programs that npm does not bring, the Debian package of each, and what cannot run without it. */
export const testPrograms = [
  { command: 'nats-server', package: 'nats-server', without: 'everything over NATS' },
  { ...browser, without: 'the browser tests' },
  { command: 'dcraw_emu', package: 'libraw-bin', without: 'the tests of RAW files' },
  { command: 'perl', package: 'perl', without: 'the tests that read metadata with ExifTool' },
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
  const isMissing = ({ command, or }) => !has(command) && !(or && has(or))
  const missing = programs.filter(isMissing)
  if (missing.length === 0) return []
  const names = missing.map(program => program.package)
  if (process.getuid() !== 0 || !has('apt-get'))
    return because(missing, `install ${names.join(' ')}, or run this as root on Debian`)
  say(`Installing ${names.join(', ')} …`)
  const refusal = aptInstall(names)
  return because(missing.filter(isMissing), refusal)
}

const because = (missing, reason) => missing.map(program => ({ ...program, reason }))

function aptInstall(names) {
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
