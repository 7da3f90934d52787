import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { prune } from '../images/prune.mjs'
import { UserError, runTool } from './processes.mjs'
import { project } from './settings.mjs'

const stampFile = join(project, 'node_modules/.daymark-lock')

/**
 * Installs the packages of the lock file, unless they are installed. `withTools`: also the development dependencies of tests and checks.
 * The build does not need them.
 */
export async function install(log, { abort, withTools = false } = {}) {
  const lock = readFileSync(join(project, 'package-lock.json'))
  const baseStamp = createHash('sha256').update(lock).update(`${process.platform}-${process.arch}`).digest('hex')
  const fullStamp = `${baseStamp} with tools`
  const requiredStamp = withTools ? fullStamp : baseStamp
  const installedStamp = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : ''
  if (installedStamp === requiredStamp || installedStamp === fullStamp) return
  if (isInstalled(JSON.parse(lock), withTools)) return writeFileSync(stampFile, requiredStamp)
  const isDone = installedStamp === baseStamp ? await addTools(log, abort) : await installAll(log, { abort, withTools })
  if (isDone) writeFileSync(stampFile, requiredStamp)
}

async function installAll(log, { abort, withTools }) {
  log('Installing packages. The first time this takes about a minute …')
  const isDone = await runNpm(['ci', withTools ? '--include=dev' : '--omit=dev'], abort)
  if (isDone && !withTools) prune(join(project, 'node_modules'))
  return isDone
}

/** Installs the tools next to the installed packages. These are not replaced, because a running server may be using them. */
function addTools(log, abort) {
  log('Installing the tools for tests and checks …')
  return runNpm(['install', '--no-save', '--include=dev'], abort)
}

/** Runs npm. Resolves to false if `abort` stopped it. */
async function runNpm(args, abort) {
  const npmCommand = process.env.npm_execpath?.endsWith('.js')
    ? [process.env.npm_node_execpath ?? process.execPath, process.env.npm_execpath]
    : ['npm']
  // scripts are off for safety, because no package needs an install script
  const commonOptions = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--include=optional']
  const [command, ...commandArgs] = npmCommand
  const npmArgs = [...commandArgs, ...args, ...commonOptions]
  const result = await runTool(command, npmArgs, { cwd: project, abort }).catch(error => {
    throw new UserError(`npm could not be run: ${error.message}.`)
  })
  if (abort?.aborted) return false
  if (result.status !== 0) throw new UserError(`The packages could not be installed: ${findReason(result.output)}`)
  return true
}

/**
 * Whether all needed packages are installed in the locked versions. The lock file in node_modules proves this, because npm writes it last,
 * also after a manual `npm install`.
 */
function isInstalled({ packages }, withTools) {
  const installedLockFile = join(project, 'node_modules/.package-lock.json')
  if (!existsSync(installedLockFile)) return false
  const installedPackages = JSON.parse(readFileSync(installedLockFile, 'utf8')).packages
  const isMissing = ([path, entry]) => {
    if (!path.includes('node_modules/')) return false // the project and its workspaces are no installed packages
    if (entry.dev && !withTools) return false
    const isOptional = entry.optional || entry.devOptional
    // npm's lock file does not list a version in the node_modules of a single workspace, so only its folder proves that it is installed
    if (!path.startsWith('node_modules/')) return !isOptional && !existsSync(join(project, path))
    const { version, resolved } = installedPackages[path] ?? {}
    return installedPackages[path] ? version !== entry.version || resolved !== entry.resolved : !isOptional
  }
  return !Object.entries(packages).some(isMissing)
}

function findReason(output) {
  if (/ENOSPC|no space left/i.test(output)) return 'the disk is full.'
  if (/EACCES|EPERM|EROFS/.test(output)) return `you are not allowed to write ${join(project, 'node_modules')}.`
  const lines = output.split('\n').filter(line => /^npm error (?!code|errno|syscall|path|A complete log)/.test(line))
  return lines[0]?.replace('npm error ', '') ?? 'npm reported no reason.'
}

/** Returns the path of Node 24 or newer: from the npm package, otherwise the executable that runs this process. */
export function findNode24() {
  const packagedNode = join(project, 'node_modules/.bin/node')
  for (const candidate of [packagedNode, process.execPath]) {
    const { stdout } = spawnSync(candidate, ['--version'], { encoding: 'utf8' })
    if (Number(/^v(\d+)/.exec(stdout ?? '')?.[1]) >= 24) return candidate
  }
  const platform = `${process.platform} on ${process.arch}`
  throw new UserError(
    `Daymark requires Node 24, and npm has no package of it for ${platform}. Install Node 24 and start again.`,
  )
}

/** Folders that are searched in addition to PATH. On Debian, the PATH of ordinary users does not contain the folders of server programs. */
const systemFolders = ['/usr/local/sbin', '/usr/sbin', '/sbin', '/opt/homebrew/bin']

/** Returns an environment in whose PATH `node` and the tools of the project come first. */
export const toolEnvironment = (variables = {}) => ({
  ...process.env,
  PATH: [join(project, 'node_modules/.bin'), process.env.PATH ?? '', ...systemFolders].join(delimiter),
  ...variables,
})
