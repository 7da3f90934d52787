import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { project } from '../../deploy/local/settings.mjs'
import { chartFolder } from './renders.mjs'
import { toolCache } from '../cluster/engine.mjs'
import { runTool } from './tools.mjs'

/** The version of Kubernetes with which the chart is tested. */
const KUBERNETES_VERSION = '1.36.0'
const SCHEMA_PACKAGE = 'kubernetes-validate==1.36.0'
/**
 * Kinds without a schema, because the Prometheus operator, the Gateway API and cert-manager define them, not Kubernetes. They are not
 * validated.
 */
const KINDS_WITHOUT_SCHEMA = ['ServiceMonitor', 'PrometheusRule', 'Gateway', 'HTTPRoute', 'Certificate']

/** Validates the committed rendered examples against the schemas of Kubernetes. Returns a message for each problem. */
export function validateSchemas(examples) {
  const folder = extractSchemas()
  if (!folder) return ['The schemas of Kubernetes could not be downloaded. This requires pip and a network connection.']
  return examples.flatMap(example => {
    const location = `${folder}/v${KUBERNETES_VERSION}/{{.ResourceKind}}{{.KindSuffix}}.json`
    const args = [
      '-strict',
      '-kubernetes-version',
      KUBERNETES_VERSION,
      '-schema-location',
      location,
      '-skip',
      KINDS_WITHOUT_SCHEMA.join(','),
    ]
    const file = join(chartFolder, 'examples', example, 'rendered.yaml')
    const { errorOutput, isSuccess } = runTool('kubeconform', [...args, file])
    return isSuccess ? [] : [`kubeconform, ${example}: ${errorOutput}`]
  })
}

/** Returns the folder of the schemas, which come from a PyPI package and are extracted once. Returns undefined if the download fails. */
function extractSchemas() {
  const folder = join(toolCache, 'schemas')
  if (existsSync(join(folder, `v${KUBERNETES_VERSION}`))) return folder
  const wheels = join(toolCache, 'wheels')
  mkdirSync(wheels, { recursive: true })
  spawnSync('pip', ['download', '--quiet', '--no-deps', '--dest', wheels, SCHEMA_PACKAGE], { stdio: 'inherit' })
  const wheel = readdirSync(wheels).find(name => name.startsWith('kubernetes_validate'))
  if (!wheel) return undefined
  const script = join(project, 'tools/charts/schemas.py')
  const { status } = spawnSync('python3', [script, join(wheels, wheel), folder, KUBERNETES_VERSION], {
    stdio: 'inherit',
  })
  return status === 0 ? folder : undefined
}
