// Every contract against its committed JSON Schema: `node --conditions=daymark-src tools/contracts.mjs [--write]`
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as contracts from '@daymark/contracts'
import { z } from 'zod'
import { breaks } from './schema-compare.mjs'

const folder = join(import.meta.dirname, '../libs/contracts/test/golden')

/** Schemas of events and of HTTP bodies by name: `library.photo.uploaded.v1`, `http.album`. Calls between services are deployed together. */
function currentSchemas() {
  const events = Object.values(contracts).filter(value => value?.kind === 'event')
  const named = events.map(one => [one.name, { data: schema(one.data, 'output') }])
  const { v1, ...http } = contracts.http
  return new Map([...named, ...bodies('http', http), ...bodies('v1', v1)].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const bodies = (group, shapes) =>
  Object.entries(shapes)
    .filter(([, value]) => value?._zod)
    .map(([name, value]) => [`${group}.${name}`, { body: schema(value, name.endsWith('Body') ? 'input' : 'output') }])
const schema = (type, io) => z.toJSONSchema(type, { io, unrepresentable: 'any' })

function goldenSchemas() {
  const files = readdirSync(folder).filter(name => name.endsWith('.json'))
  return new Map(files.map(file => [file.slice(0, -5), JSON.parse(readFileSync(join(folder, file), 'utf8'))]))
}

function write(schemas) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [name, parts] of schemas)
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(parts, null, 2)}\n`)
  console.log(`${schemas.size} contracts written.`)
}

function compare(golden, current) {
  const problems = []
  for (const [name, parts] of golden) {
    const now = current.get(name)
    if (!now) problems.push(`${name} was removed: a published contract stays in addition to its successor`)
    else if (JSON.stringify(now) !== JSON.stringify(parts)) problems.push(...difference(name, parts, now))
  }
  for (const name of current.keys()) if (!golden.has(name)) problems.push(`${name} is new: record it with --write`)
  return problems
}

function difference(name, golden, now) {
  const broken = Object.keys(golden).flatMap(part =>
    breaks(golden[part], now[part] ?? {}).map(what => `${name} (${part}): ${what}`),
  )
  return broken.length > 0 ? broken : [`${name} changed compatibly: record it with --write`]
}

const current = currentSchemas()
if (process.argv.includes('--write')) write(current)
else {
  const problems = compare(goldenSchemas(), current)
  for (const problem of problems) console.log(problem)
  console.log(`${current.size} contracts, ${problems.length} differences.`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
