import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Refusal, runTool } from './processes.mjs'
import { project } from './settings.mjs'

const stamp = join(project, 'node_modules/.daymark-lock')

/** `npm ci`, when what is installed is not what the lock file says. */
export async function install(say, abort) {
  const lock = readFileSync(join(project, 'package-lock.json'))
  const wanted = createHash('sha256').update(lock).update(`${process.platform}-${process.arch}`).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  if (isInstalled(JSON.parse(lock))) return writeFileSync(stamp, wanted)
  say('Installing packages. The first time this takes about a minute …')
  // Nothing we use needs an install script; development tools build the product, whatever NODE_ENV says.
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
  if (result.status !== 0) throw new Refusal(`The packages could not be installed: ${failure(result.output)}`)
  writeFileSync(stamp, wanted)
}

/** `npm install` by hand leaves the same packages; npm's own note, written last, says what is there. */
function isInstalled({ packages }) {
  const note = join(project, 'node_modules/.package-lock.json')
  if (!existsSync(note)) return false
  const installed = JSON.parse(readFileSync(note, 'utf8')).packages
  const isMissing = ([path, entry]) => {
    if (!path.includes('node_modules/')) return false // the project and its workspaces
    // a version that one workspace alone has: npm's note does not speak of it
    if (!path.startsWith('node_modules/')) return !entry.optional && !existsSync(join(project, path))
    const { version, resolved, optional } = installed[path] ?? { optional: entry.optional }
    return installed[path] ? version !== entry.version || resolved !== entry.resolved : !optional
  }
  return !Object.entries(packages).some(isMissing)
}

function failure(output) {
  if (/ENOSPC|no space left/i.test(output)) return 'the disk is full.'
  if (/EACCES|EPERM|EROFS/.test(output)) return `you have no right to write ${join(project, 'node_modules')}.`
  const lines = output.split('\n').filter(line => /^npm error (?!code|errno|syscall|path|A complete log)/.test(line))
  return lines[0]?.replace('npm error ', '') ?? 'npm gave no reason.'
}

/** Node 24 for everything we run: the one of our packages, else the one we are running on. */
export function node24() {
  const packaged = join(project, 'node_modules/.bin/node')
  for (const candidate of [packaged, process.execPath]) {
    const { stdout } = spawnSync(candidate, ['--version'], { encoding: 'utf8' })
    if (Number(/^v(\d+)/.exec(stdout ?? '')?.[1]) >= 24) return candidate
  }
  const here = `${process.platform} on ${process.arch}`
  throw new Refusal(`Daymark runs on Node 24, which npm has no package of for ${here}. Install it and start again.`)
}

/** Where programs may be besides the user's own path: Debian keeps servers out of an ordinary user's. */
const systemFolders = ['/usr/local/sbin', '/usr/sbin', '/sbin', '/opt/homebrew/bin']

/** The environment in which `node` and our tools are the ones of the project. */
export const toolEnvironment = (more = {}) => ({
  ...process.env,
  PATH: [join(project, 'node_modules/.bin'), process.env.PATH ?? '', ...systemFolders].join(delimiter),
  ...more,
})
