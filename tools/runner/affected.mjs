import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { findNode24, toolEnvironment } from '../../deploy/local/install.mjs'
import { UserError, runTool } from '../../deploy/local/processes.mjs'
import { project } from '../../deploy/local/settings.mjs'

/** Areas of tests/ by the path of a changed file that belongs to no nx project. `$1` is the first group of the pattern. */
const areasByPath = [
  [/^tests\/support\//, ['spec', 'attack', 'faults', 'telemetry', 'e2e']],
  [/^tests\/load\//, []],
  [/^tests\/(\w+)\//, ['$1']],
  [/^(deploy|tools)\//, ['start']],
]

/**
 * Returns the folders whose tests can be affected by the changes since main, including uncommitted files: changed projects, the projects
 * that depend on them according to nx, and the areas of tests/ that test these projects together.
 */
export async function findAffectedFolders(root = project) {
  const base = await findMergeBase(root)
  const output = await runProgram(root, ['nx', 'show', 'projects', '--affected', `--base=${base}`, '--json'])
  const names = JSON.parse(/^\[.*\]$/m.exec(output)[0]) // nx may print messages before and after the list
  const projects = names.map(name => name.replace('@daymark/', '')).map(name => findProjectFolder(root, name))
  const files = await listChangedFiles(root, base)
  // nx does not know which projects use libs/testing, because no package.json lists it as a dependency. All projects are tested.
  if (files.some(file => file.startsWith('libs/testing/'))) projects.push('libs', 'apps')
  const areas = new Set(['architecture', ...files.flatMap(findAreas)])
  if (projects.some(folder => folder !== 'apps/web')) areas.add('spec')
  if (projects.some(folder => ['apps/web', 'apps'].includes(folder))) areas.add('e2e')
  const folders = [...new Set(projects), ...[...areas].map(area => `tests/${area}`)]
  return folders.filter(folder => existsSync(join(root, folder))).toSorted()
}

function findAreas(file) {
  const [pattern, areas] = areasByPath.find(([pathPattern]) => pathPattern.test(file)) ?? [/$/, []]
  return areas.map(area => area.replace('$1', pattern.exec(file)[1]))
}

const findProjectFolder = (root, name) =>
  ['libs', 'apps'].map(group => `${group}/${name}`).find(path => existsSync(join(root, path)))

async function findMergeBase(root) {
  for (const branch of ['main', 'origin/main']) {
    const { status, output } = await attemptProgram(root, ['git', 'merge-base', branch, 'HEAD'])
    if (status === 0) return output.trim()
  }
  throw new UserError('There is no branch main to compare with. Name areas or paths instead.')
}

/** Lists the files that differ from the commit `base`, including uncommitted and new files. */
async function listChangedFiles(root, base) {
  const changed = await runProgram(root, ['git', 'diff', '--name-only', '--no-renames', base])
  const added = await runProgram(root, ['git', 'ls-files', '--others', '--exclude-standard'])
  return `${changed}\n${added}`.split('\n').filter(Boolean)
}

async function runProgram(root, words) {
  const { status, output } = await attemptProgram(root, words)
  if (status !== 0) throw new UserError(`${words.join(' ')} failed in ${relative('', root) || '.'}: ${output}`)
  return output
}

function attemptProgram(root, [name, ...words]) {
  const nx = join(project, 'node_modules/nx/dist/bin/nx.js')
  const [command, args] = name === 'nx' ? [findNode24(), [nx, ...words]] : [name, words]
  return runTool(command, args, { cwd: root, env: toolEnvironment({ NX_DAEMON: 'false', NO_COLOR: '1' }) })
}
