// node tools/scale/scale-model.mjs [name=number …]: computes the figures of docs/operations/scale.md from the measurements in
// docs/performance.md. Arguments replace figures: `node tools/scale/scale-model.mjs uploadsPerSecond=50 originalMb=12`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ASSUMED_FIGURES, readMeasuredFigures, computeScale } from './model.mjs'

const page = readFileSync(join(import.meta.dirname, '../../docs/performance.md'), 'utf8')
const overrides = Object.fromEntries(
  process.argv.slice(2).map(word => [word.split('=')[0], Number(word.split('=')[1])]),
)
const [measured, assumed] = [readMeasuredFigures(page), ASSUMED_FIGURES].map(figures =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, overrides[name] ?? value])),
)
for (const [title, figures] of Object.entries({
  measured,
  assumed,
  computed: computeScale(measured, assumed),
})) {
  console.log(`${title}:`)
  for (const [name, value] of Object.entries(figures))
    console.log(`  ${name.padEnd(26)} ${Number(value.toPrecision(4))}`)
}
