// `npm run charts [-- --write]`: lints the chart, compares the output of its examples with the committed one, and validates it against what Kubernetes
// knows. Makes helm and kubeconform out of Go modules where they are missing, which takes minutes once.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { project } from '../deploy/local/settings.mjs'
import { copies } from './charts/copies.mjs'
import { chart, lint, renders } from './charts/renders.mjs'
import { schemaFaults } from './charts/schemas.mjs'
import { installTools, missingTools } from './charts/tools.mjs'
import { valuesTable } from './charts/values-table.mjs'

const [isWriting, isIfThere] = ['--write', '--if-there'].map(word => process.argv.includes(word))
const faults = [...copies(isWriting), ...valuesTable(isWriting)]
if (isIfThere && missingTools().length > 0) {
  console.log(
    `Not linted and rendered: ${missingTools().join(' and ')} is missing, \`npm run charts\` makes it (minutes).`,
  )
} else {
  installTools(console.log)
  const examples = readdirSync(join(chart, 'examples'))
  faults.push(...lint(examples), ...renders(examples, isWriting), ...schemaFaults(examples))
}
for (const fault of faults) console.log(fault)
if (faults.length > 0) {
  console.log(
    `${faults.length} faults of ${chart.slice(project.length + 1)}; what is generated is written by npm run charts -- --write`,
  )
  process.exitCode = 1
}
