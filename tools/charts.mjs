// `npm run charts [-- --write]`: lints the chart, compares the rendered examples with the committed files, and validates them against the
// schemas of Kubernetes. Compiles helm and kubeconform from Go modules if they are missing, which takes minutes once.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { project } from '../deploy/local/settings.mjs'
import { checkCopies } from './charts/copies.mjs'
import { chartFolder, lintChart, checkRenderedExamples } from './charts/renders.mjs'
import { validateSchemas } from './charts/schemas.mjs'
import { installTools, listMissingTools } from './charts/tools.mjs'
import { checkValuesTable } from './charts/values-table.mjs'

const [isWriting, isOptional] = ['--write', '--if-there'].map(word => process.argv.includes(word))
const problems = [...checkCopies(isWriting), ...checkValuesTable(isWriting)]
if (isOptional && listMissingTools().length > 0) {
  console.log(
    `The chart was not linted and rendered, because of missing programs: ${listMissingTools().join(', ')}. \`npm run charts\` compiles it.`,
  )
} else {
  installTools(console.log)
  const examples = readdirSync(join(chartFolder, 'examples'))
  problems.push(...lintChart(examples), ...checkRenderedExamples(examples, isWriting), ...validateSchemas(examples))
}
for (const problem of problems) console.log(problem)
if (problems.length > 0) {
  console.log(
    `${problems.length} problems in ${chartFolder.slice(project.length + 1)}. To write the generated files, run npm run charts -- --write.`,
  )
  process.exitCode = 1
}
