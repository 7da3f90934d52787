import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { toolEnvironment } from './install.mjs'

/** Programs that npm does not bring, the Debian package of each, and what cannot run without it. */
export const testPrograms = [
  { command: 'nats-server', package: 'nats-server', without: 'everything over NATS' },
  { command: 'chromium', package: 'chromium', without: 'the browser tests' },
  { command: 'dcraw_emu', package: 'libraw-bin', without: 'the tests of RAW files' },
  { command: 'perl', package: 'perl', without: 'the tests that read metadata with ExifTool' },
  { command: 'unzip', package: 'unzip', without: 'the tests that check ZIP files with another program' },
]

export function has(command) {
  return toolEnvironment()
    .PATH.split(delimiter)
    .some(folder => {
      try {
        accessSync(join(folder, command), constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

/** Installs what is missing where that is possible; returns what is missing still, each with the reason. */
export function installPrograms(programs, say) {
  const missing = programs.filter(program => !has(program.command))
  if (missing.length === 0) return []
  const names = missing.map(program => program.package)
  if (process.getuid() !== 0 || !has('apt-get'))
    return because(missing, `install ${names.join(' ')}, or run this as root on Debian`)
  say(`Installing ${names.join(', ')} …`)
  const refusal = aptInstall(names)
  return because(
    missing.filter(program => !has(program.command)),
    refusal,
  )
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
