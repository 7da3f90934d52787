// node tools/scale-model.mjs [name=number …]: what docs/operations/scale.md says, from what docs/performance.md measured. Any figure can
// be named to see what another one would bring: `node tools/scale-model.mjs uploadsPerSecond=50 originalMb=12`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ASSUMED, measured, scaled } from './scale/model.mjs'

const page = readFileSync(join(import.meta.dirname, '../docs/performance.md'), 'utf8')
const overrides = Object.fromEntries(
  process.argv.slice(2).map(word => [word.split('=')[0], Number(word.split('=')[1])]),
)
const [current, projected] = [measured(page), ASSUMED].map(figures =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, overrides[name] ?? value])),
)
for (const [title, figures] of Object.entries({
  measured: current,
  assumed: projected,
  follows: scaled(current, projected),
})) {
  console.log(`${title}:`)
  for (const [name, value] of Object.entries(figures))
    console.log(`  ${name.padEnd(26)} ${Number(value.toPrecision(4))}`)
}
