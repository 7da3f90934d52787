import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { toolEnvironment } from '../../deploy/local/install.mjs'
import { project } from '../../deploy/local/settings.mjs'

/** File with the exact versions of all packages, so that installations are reproducible. */
const requirements = join(import.meta.dirname, 'python-requirements.txt')
const programs = join(project, 'node_modules/.bin')

/**
 * Returns the folder of the virtual environment. It is outside the checkout, because an installation takes half a minute and checkouts with
 * the same versions can share it.
 */
function environmentFolder() {
  const name = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12)
  const { XDG_CACHE_HOME = join(homedir(), '.cache') } = process.env
  return join(XDG_CACHE_HOME, 'daymark', `python-${name}`)
}

const isComplete = path => existsSync(join(path, 'complete'))

/** Whether the program is installed in the required version. */
export function isPythonReady(command) {
  const path = join(programs, command)
  return (
    isComplete(environmentFolder()) &&
    existsSync(path) &&
    realpathSync(path).startsWith(realpathSync(environmentFolder()))
  )
}

/**
 * Installs Python programs into a virtual environment and links them next to npm's programs. Returns the reason if the installation failed,
 * otherwise an empty string.
 */
export function installPythonPrograms(requested) {
  if (requested.length === 0) return ''
  const path = environmentFolder()
  try {
    if (!isComplete(path)) createEnvironment(path)
  } catch (error) {
    return error.message
  }
  for (const { command } of requested) {
    rmSync(join(programs, command), { force: true })
    symlinkSync(join(path, 'bin', command), join(programs, command))
  }
  return ''
}

function createEnvironment(path) {
  rmSync(path, { recursive: true, force: true })
  mkdirSync(path, { recursive: true })
  runProgram('python3', '-m', 'venv', path)
  runProgram(join(path, 'bin/pip'), 'install', '--quiet', '--disable-pip-version-check', '-r', requirements)
  writeFileSync(join(path, 'complete'), '')
}

function runProgram(command, ...args) {
  const { status, stderr, error } = spawnSync(command, args, { env: toolEnvironment(), encoding: 'utf8' })
  if (status === 0) return
  const reason = (stderr ?? '').trim().split('\n').at(-1) || error?.message
  throw new Error(`Python could not install it: ${reason}`)
}
