// Requirements (docs/product/requirements.md) that no test names: `node tools/spec-index.mjs`
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listTestFiles } from './runner/test-files.mjs'

const root = join(import.meta.dirname, '..')
// the table of `.each(…)` may contain nested parentheses, for example of calls
const eachTable = String.raw`(?:\.each(?:<[^>]*>)?\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?`
const testCall = String.raw`\b(?:it|test|describe|withFixtures)(?:\.(?!each)\w+)*${eachTable}`
const testTitle = new RegExp(String.raw`${testCall}\s*\(\s*(['"\x60])((?:\\.|(?!\1)[\s\S])*)\1`, 'g')
const requirementId = /\b[LS]-[A-Z\d]+-\d+\b/g

/** Requirement ids in the titles of tests, with the files that name them. */
export function findNamedRequirements() {
  const named = new Map()
  for (const file of listTestFiles()) {
    for (const id of findIds(readFileSync(join(root, file), 'utf8'))) named.set(id, [...(named.get(id) ?? []), file])
  }
  return named
}

export const findIds = source =>
  new Set([...source.matchAll(testTitle)].flatMap(match => match[2].match(requirementId) ?? []))

/** All requirements that a test must name. Excludes requirements about technology (D-CARD), which need no test. */
export function listRequirements() {
  const page = readFileSync(join(root, 'docs/product/requirements.md'), 'utf8')
  return [...page.matchAll(/^- ([LS]-[A-Z\d]+-\d+): (.*)$/gm)].map(([, id = '', text = '']) => ({ id, text }))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const named = findNamedRequirements()
  const requirements = listRequirements()
  const unnamed = requirements.filter(({ id }) => !named.has(id))
  for (const { id, text } of unnamed) console.log(`${id.padEnd(14)} ${text.slice(0, 110)}`)
  const knownIds = new Set(requirements.map(({ id }) => id))
  for (const [id, files] of named)
    if (!knownIds.has(id)) console.log(`${id} is not a requirement, but ${files[0]} names it`)
  console.log(`Tests name ${requirements.length - unnamed.length} of ${requirements.length} requirements.`)
}
