// `npm run test:cluster [-- stage …]`: tests the chart under load on a real Kubernetes on this machine, from installation to rollback.
// Requires root, Go once, and half an hour. docs/operations/cluster.md has the results. KEEP=1 does not stop the cluster.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { buildAllImages } from './images.mjs'
import { stages } from './stages.mjs'

const runScript = (name, ...args) => {
  const { status } = spawnSync('bash', [join(import.meta.dirname, name), ...args], { stdio: 'inherit' })
  if (status !== 0) throw new Error(`${name} ended with ${status}`)
}
const requested = process.argv.slice(2)
const unknown = requested.find(name => !stages[name])
if (unknown) throw new Error(`Unknown stage "${unknown}". Stages: ${Object.keys(stages).join(', ')}.`)

let failed = 0
try {
  if (!process.env.CLUSTER_IS_UP) {
    runScript('up.sh')
    await buildAllImages()
  }
  for (const name of requested.length ? requested : Object.keys(stages)) {
    const startedAt = performance.now()
    const result = await stages[name]().then(
      facts => ({ isSuccess: true, facts }),
      error => ({ isSuccess: false, facts: error.message }),
    )
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
    console.log(`${result.isSuccess ? 'ok    ' : 'FAILED'}  ${name} (${seconds} s)`, result.facts ?? '')
    if (!result.isSuccess) failed++
  }
} finally {
  if (!process.env.KEEP && !process.env.CLUSTER_IS_UP) runScript('down.sh')
}
process.exitCode = failed ? 1 : 0
