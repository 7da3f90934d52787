import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { Refusal } from '../../deploy/local/processes.mjs'
import { project } from '../../deploy/local/settings.mjs'
import { pathOf } from '../programs.mjs'

/** Where compiled tools are kept, as tools/cluster/paths.sh has it. */
export const cache =
  process.env.DAYMARK_CLUSTER_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'daymark-cluster')
const names = ['helm', 'kubeconform']

/** The program of our own cache, or the machine's. */
const find = name => [join(cache, 'bin', name)].find(existsSync) ?? pathOf(name)
export const missingTools = () => names.filter(name => !find(name))

export function installTools(say) {
  const missing = missingTools()
  if (missing.length === 0) return
  say(`Compiling ${missing.join(' and ')} …`)
  const script = join(project, 'tools/cluster/kube/build-tools.sh')
  const { status } = spawnSync('bash', [script, ...missing], { stdio: 'inherit' })
  if (status !== 0) throw new Refusal(`${missing.join(' and ')} could not be made: Go and the network are needed.`)
}

/** What it printed; its complaints are faults. */
export function tool(name, args, input) {
  const { stdout, stderr, status } = spawnSync(find(name), args, {
    encoding: 'utf8',
    input,
    maxBuffer: 64 * 1024 * 1024,
  })
  return { output: stdout, complaint: `${stderr}${stdout}`.trim(), isFine: status === 0 }
}
