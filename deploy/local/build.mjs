import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { install, findNode24, toolEnvironment } from './install.mjs'
import { UserError, runTool } from './processes.mjs'
import { project, reportFailure } from './settings.mjs'

const stampFolder = join(project, 'node_modules/.cache/daymark')
const ignoredNames = new Set(['node_modules', 'dist', 'test', 'coverage', '.nx'])
const commonInputs = ['package-lock.json', 'tsconfig.base.json', 'tsconfig.json']

const buildParts = {
  server: {
    title: 'server',
    inputs: () => [
      ...commonInputs,
      'libs',
      ...readdirSync(join(project, 'apps'))
        .filter(name => name !== 'web')
        .map(name => `apps/${name}`),
    ],
    isBuilt: () => readProjectReferences().every(path => existsSync(join(project, path, 'dist/.tsbuildinfo'))),
    run: node => [node, [join(project, 'node_modules/typescript/bin/tsc'), '-b', 'apps/daymark'], project],
    after: () => readProjectReferences().forEach(removeStaleOutputs),
  },
  web: {
    title: 'web application',
    inputs: () => [...commonInputs, 'libs/contracts', 'apps/web'],
    isBuilt: () => existsSync(join(project, 'apps/web/dist/index.html')),
    run: () => ['npm', ['run', '--silent', 'build'], join(project, 'apps/web')],
  },
  testing: {
    title: 'test helpers',
    inputs: () => [...commonInputs, 'libs'],
    isBuilt: () => existsSync(join(project, 'libs/testing/dist/.tsbuildinfo')),
    run: node => [node, [join(project, 'node_modules/typescript/bin/tsc'), '-b', 'libs/testing'], project],
    after: () => removeStaleOutputs('libs/testing'),
  },
}

const productParts = ['server', 'web']

/** Returns the workspaces of the server. Workspaces that only tests use are omitted, because they need development dependencies. */
const readProjectReferences = () =>
  JSON.parse(readFileSync(join(project, 'tsconfig.json'), 'utf8'))
    .references.map(entry => entry.path)
    .filter(path => path !== 'libs/testing')

/** Removes the build results of deleted sources, because a service loads every handler file that it finds (libs/platform, discover). */
function removeStaleOutputs(path) {
  const [sources, outputs] = ['src', 'dist'].map(name => join(project, path, name))
  for (const file of readdirSync(outputs, { recursive: true, encoding: 'utf8' })) {
    const [, name] = /^(.*?)(?:\.d\.ts|\.js)(?:\.map)?$/.exec(file) ?? []
    if (name && !['.ts', '.tsx'].some(extension => existsSync(join(sources, name + extension))))
      rmSync(join(outputs, file))
  }
}

/** Builds what has changed. Sources are compared by content and not by time, so a checkout does not cause a rebuild. */
export async function build(log, { names = productParts, abort } = {}) {
  for (const name of names) if (!abort?.aborted) await buildPart(name, log, abort)
}

async function buildPart(name, log, abort) {
  const part = buildParts[name]
  const stamp = join(stampFolder, name)
  const currentHash = hashFiles(part.inputs())
  if (part.isBuilt() && existsSync(stamp) && readFileSync(stamp, 'utf8') === currentHash) return
  log(`Building the ${part.title} …`)
  const [command, args, cwd] = part.run(findNode24())
  const result = await runTool(command, args, { cwd, env: toolEnvironment(), abort })
  if (abort?.aborted) return
  if (result.status !== 0) throw toBuildFailure(part.title, result.output)
  part.after?.()
  mkdirSync(stampFolder, { recursive: true })
  writeFileSync(stamp, currentHash)
}

/** Returns the version of the last build. It is derived from the sources and shared by the services and the web application. */
export function readBuildVersion() {
  const built = productParts.map(name => readFileSync(join(stampFolder, name), 'utf8'))
  const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
  return `${version}+${createHash('sha256').update(built.join()).digest('hex').slice(0, 12)}`
}

function toBuildFailure(title, output) {
  if (/ENOSPC|no space left/i.test(output)) return new UserError('The disk is full. Free some space and start again.')
  if (/EACCES|EROFS/.test(output)) return new UserError(`The built files below ${project} are not writable.`)
  process.stderr.write(output)
  return new UserError(`The ${title} could not be built. See the output above.`)
}

function hashFiles(paths) {
  const hash = createHash('sha256')
  for (const path of paths) addToHash(hash, path)
  return hash.digest('hex')
}

function addToHash(hash, path) {
  const fullPath = join(project, path)
  if (!statSync(fullPath).isDirectory()) {
    hash.update(`${path}\0`).update(readFileSync(fullPath))
    return
  }
  for (const name of readdirSync(fullPath).sort()) {
    if (!ignoredNames.has(name) && !/\.test\.tsx?$/.test(name)) addToHash(hash, `${path}/${name}`)
  }
}

// `npm run build`
if (process.argv[1]?.endsWith('build.mjs')) {
  try {
    await install(console.log)
    await build(console.log)
  } catch (error) {
    reportFailure(error)
  }
}
