// Which statements of the specification the tests name: `node tools/spec-index.mjs [--write] [path of STATEMENTS.md]`
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { testFiles } from './test-files.mjs'

const root = join(import.meta.dirname, '..')
const floor = join(root, 'tests/architecture/named-statements.txt')
// the table of `.each(…)` may hold strings and calls of its own
const table = String.raw`(?:\.each(?:<[^>]*>)?\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?`
const call = String.raw`\b(?:it|test|describe|withFixtures)(?:\.(?!each)\w+)*${table}`
const title = new RegExp(String.raw`${call}\s*\(\s*(['"\x60])((?:\\.|(?!\1)[\s\S])*)\1`, 'g')
const statement = /\b[LS]-[A-Z]+-\d+\b/g

/** Statement ids in the titles of tests, with the files that name them. */
export function namedStatements() {
  const named = new Map()
  for (const file of testFiles()) {
    for (const id of idsIn(readFileSync(join(root, file), 'utf8'))) named.set(id, [...(named.get(id) ?? []), file])
  }
  return named
}

export const idsIn = source => new Set([...source.matchAll(title)].flatMap(match => match[2].match(statement) ?? []))

/** Ids that tests named when the list was last written: none of them may disappear. */
export const recordedStatements = () =>
  existsSync(floor) ? readFileSync(floor, 'utf8').split('\n').filter(Boolean) : []

function allStatements(path) {
  const rows = readFileSync(path, 'utf8').matchAll(/^\| ([LS]-[A-Z]+-\d+)\*? \| [^|]* \| (.*) \| (\d) \|$/gm)
  return [...rows].map(([, id, text, weight]) => ({ id, text, weight: Number(weight) }))
}

function print(named, path) {
  if (!existsSync(path)) {
    console.log(`${named.size} statements are named by tests. (${path} is not here: what is missing cannot be listed.)`)
    return
  }
  const all = allStatements(path)
  const open = all.filter(one => !named.has(one.id)).toSorted((a, b) => b.weight - a.weight || (a.id < b.id ? -1 : 1))
  for (const { id, text, weight } of open) console.log(`${weight}  ${id.padEnd(14)} ${text.slice(0, 110)}`)
  const known = new Set(all.map(one => one.id))
  for (const [id, files] of named) if (!known.has(id)) console.log(`?  ${id} is no statement, but named in ${files[0]}`)
  console.log(`${all.length - open.length} of ${all.length} statements are named by tests, ${open.length} are not.`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const named = namedStatements()
  const path = process.argv.slice(2).find(word => !word.startsWith('--'))
  print(named, path ?? process.env.DAYMARK_STATEMENTS ?? join(root, '../shared/spec/STATEMENTS.md'))
  if (process.argv.includes('--write')) writeFileSync(floor, `${[...named.keys()].toSorted().join('\n')}\n`)
}
