import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../../deploy/local/processes.mjs'
import { project } from '../../deploy/local/settings.mjs'
import { toolCache } from '../cluster/engine.mjs'
import { findProgram } from '../programs/programs.mjs'

const toolNames = ['helm', 'kubeconform']

/** Returns the path of a program in the cache, otherwise in PATH. */
const findTool = name => [join(toolCache, 'bin', name)].find(existsSync) ?? findProgram(name)
export const listMissingTools = () => toolNames.filter(name => !findTool(name))

export function installTools(log) {
  const missing = listMissingTools()
  if (missing.length === 0) return
  log(`Compiling ${missing.join(' and ')} …`)
  const script = join(project, 'tools/cluster/kube/build-tools.sh')
  const { status } = spawnSync('bash', [script, ...missing], { stdio: 'inherit' })
  if (status !== 0)
    throw new UserError(`${missing.join(' and ')} could not be compiled. This requires Go and a network connection.`)
}

/** Runs a tool. If it fails, `errorOutput` in the result contains all of its output. */
export function runTool(name, args, input) {
  const { stdout, stderr, status } = spawnSync(findTool(name), args, {
    encoding: 'utf8',
    input,
    maxBuffer: 64 * 1024 * 1024,
  })
  return { output: stdout, errorOutput: `${stderr}${stdout}`.trim(), isSuccess: status === 0 }
}
