import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
/** Calls that create metrics, with the name as the first argument. */
const MADE = /\b(?:counter|upDownCounter|histogram|gauge|observableCounter)\(\s*'([a-z0-9_.]+\.[a-z0-9_.]+)'/g

it('docs/operations/telemetry.md lists exactly the existing metrics', () => {
  const sources = globSync('{apps,libs}/*/src/**/*.ts', { cwd: root }).filter(path => !path.endsWith('.test.ts'))
  const made = sources.flatMap(path => {
    const text = read(path)
    return /\bmetrics\b/.test(text) ? [...text.matchAll(MADE)].map(([, name]) => name) : []
  })
  const documented = [...read('docs/operations/telemetry.md').matchAll(/^\| `([a-z0-9_]+\.[a-z0-9_.]+)`/gm)].map(
    ([, name]) => name,
  )
  expect(documented.sort()).toEqual([...new Set(made)].sort())
})
