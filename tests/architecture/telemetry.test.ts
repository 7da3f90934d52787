import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
/** How metrics are made, with their name as the first argument. */
const MADE = /\b(?:counter|upDown|histogram|gauge|total)\(\s*'([a-z0-9_.]+\.[a-z0-9_.]+)'/g

it('docs/operations/telemetry.md names every metric that there is, and none that there is not', () => {
  const sources = globSync('{apps,libs}/*/src/**/*.ts', { cwd: root }).filter(path => !path.endsWith('.test.ts'))
  const made = sources.flatMap(path => {
    const text = read(path)
    return /\bmetrics\b/.test(text) ? [...text.matchAll(MADE)].map(([, name]) => name) : []
  })
  const told = [...read('docs/operations/telemetry.md').matchAll(/^\| `([a-z0-9_]+\.[a-z0-9_.]+)`/gm)].map(
    ([, name]) => name,
  )
  expect(told.sort()).toEqual([...new Set(made)].sort())
})
