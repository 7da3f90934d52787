import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Refusal, runTool } from './processes.mjs'
import { project } from './settings.mjs'

const stampFile = join(project, 'node_modules/.daymark-lock')

/** Runs `npm ci` if the installed packages do not match the lock file. */
export async function install(say, abort) {
  const lock = readFileSync(join(project, 'package-lock.json'))
  const lockHash = createHash('sha256').update(lock).update(`${process.platform}-${process.arch}`).digest('hex')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === lockHash) return
  if (isInstalled(JSON.parse(lock))) return writeFileSync(stampFile, lockHash)
  say('Installing packages. The first time this takes about a minute …')
  // No package needs an install script. Development tools are needed for the build in every NODE_ENV.
  const args = [
    'ci',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--include=dev',
    '--include=optional',
  ]
  const npm = process.env.npm_execpath?.endsWith('.js')
    ? [process.env.npm_node_execpath ?? process.execPath, process.env.npm_execpath]
    : ['npm']
  const result = await runTool(npm[0], [...npm.slice(1), ...args], { cwd: project, abort }).catch(error => {
    throw new Refusal(`npm could not be run: ${error.message}.`)
  })
  if (abort?.aborted) return
  if (result.status !== 0) throw new Refusal(`The packages could not be installed: ${findReason(result.output)}`)
  writeFileSync(stampFile, lockHash)
}

/** Compares the lock file with the one in node_modules, which npm writes last, also after a manual `npm install`. */
function isInstalled({ packages }) {
  const note = join(project, 'node_modules/.package-lock.json')
  if (!existsSync(note)) return false
  const installed = JSON.parse(readFileSync(note, 'utf8')).packages
  const isMissing = ([path, entry]) => {
    if (!path.includes('node_modules/')) return false // the project and its workspaces
    // a package in the node_modules of a workspace, which the lock file in node_modules does not list
    if (!path.startsWith('node_modules/')) return !entry.optional && !existsSync(join(project, path))
    const { version, resolved, optional } = installed[path] ?? { optional: entry.optional }
    return installed[path] ? version !== entry.version || resolved !== entry.resolved : !optional
  }
  return !Object.entries(packages).some(isMissing)
}

function findReason(output) {
  if (/ENOSPC|no space left/i.test(output)) return 'the disk is full.'
  if (/EACCES|EPERM|EROFS/.test(output)) return `you are not allowed to write ${join(project, 'node_modules')}.`
  const lines = output.split('\n').filter(line => /^npm error (?!code|errno|syscall|path|A complete log)/.test(line))
  return lines[0]?.replace('npm error ', '') ?? 'npm reported no reason.'
}

/** Path of Node 24 or newer: the npm package, or else the current executable. */
export function findNode24() {
  const packaged = join(project, 'node_modules/.bin/node')
  for (const candidate of [packaged, process.execPath]) {
    const { stdout } = spawnSync(candidate, ['--version'], { encoding: 'utf8' })
    if (Number(/^v(\d+)/.exec(stdout ?? '')?.[1]) >= 24) return candidate
  }
  const platform = `${process.platform} on ${process.arch}`
  throw new Refusal(
    `Daymark requires Node 24, and npm has no package of it for ${platform}. Install Node 24 and start again.`,
  )
}

/** Folders in addition to PATH, which on Debian does not include the folders of servers for ordinary users. */
const systemFolders = ['/usr/local/sbin', '/usr/sbin', '/sbin', '/opt/homebrew/bin']

/** Environment in which `node` and the tools of the project come first. */
export const toolEnvironment = (more = {}) => ({
  ...process.env,
  PATH: [join(project, 'node_modules/.bin'), process.env.PATH ?? '', ...systemFolders].join(delimiter),
  ...more,
})
