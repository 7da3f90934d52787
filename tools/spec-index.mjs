// Requirements (docs/product/requirements.md) that no test names: `node tools/spec-index.mjs`
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { testFiles } from './test-files.mjs'

const root = join(import.meta.dirname, '..')
// the table of `.each(…)` may hold strings and calls of its own
const table = String.raw`(?:\.each(?:<[^>]*>)?\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?`
const call = String.raw`\b(?:it|test|describe|withFixtures)(?:\.(?!each)\w+)*${table}`
const title = new RegExp(String.raw`${call}\s*\(\s*(['"\x60])((?:\\.|(?!\1)[\s\S])*)\1`, 'g')
const requirement = /\b[LS]-[A-Z\d]+-\d+\b/g

/** Requirement ids in the titles of tests, with the files that name them. */
export function namedRequirements() {
  const named = new Map()
  for (const file of testFiles()) {
    for (const id of idsIn(readFileSync(join(root, file), 'utf8'))) named.set(id, [...(named.get(id) ?? []), file])
  }
  return named
}

export const idsIn = source => new Set([...source.matchAll(title)].flatMap(match => match[2].match(requirement) ?? []))

/** All requirements that a test has to name. Those of the technology (D-CARD) are visible in the repository itself. */
export function requirements() {
  const page = readFileSync(join(root, 'docs/product/requirements.md'), 'utf8')
  return [...page.matchAll(/^- ([LS]-[A-Z\d]+-\d+): (.*)$/gm)].map(([, id = '', text = '']) => ({ id, text }))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const named = namedRequirements()
  const all = requirements()
  const open = all.filter(({ id }) => !named.has(id))
  for (const { id, text } of open) console.log(`${id.padEnd(14)} ${text.slice(0, 110)}`)
  const knownIds = new Set(all.map(({ id }) => id))
  for (const [id, files] of named)
    if (!knownIds.has(id)) console.log(`${id} is no requirement, but ${files[0]} names it`)
  console.log(`Tests name ${all.length - open.length} of ${all.length} requirements.`)
}
