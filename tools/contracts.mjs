// Compares each contract with its committed JSON Schema, or writes the schemas: `node --conditions=daymark-src tools/contracts.mjs
// [--write]`
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as contracts from '@daymark/contracts'
import { z } from 'zod'
import { findBreakingChanges } from './schema-compare.mjs'

const folder = join(import.meta.dirname, '../libs/contracts/test/golden')

/**
 * Returns the schemas of events and HTTP bodies by name, such as `http.album`. RPC is excluded: all services are deployed together, so its
 * changes break no client.
 */
function createCurrentSchemas() {
  const events = Object.values(contracts).filter(value => value?.kind === 'event')
  const eventSchemas = events.map(event => [event.name, { data: toSchema(event.data, 'output') }])
  const { v1, ...http } = contracts.http
  return new Map(
    [...eventSchemas, ...listBodySchemas('http', http), ...listBodySchemas('v1', v1)].toSorted(([a], [b]) =>
      a < b ? -1 : 1,
    ),
  )
}

const listBodySchemas = (group, shapes) =>
  Object.entries(shapes)
    .filter(([, value]) => value?._zod)
    .map(([name, value]) => [`${group}.${name}`, { body: toSchema(value, name.endsWith('Body') ? 'input' : 'output') }])
const toSchema = (type, io) => z.toJSONSchema(type, { io, unrepresentable: 'any' })

/** One file for each group of contracts: a service for its events, `http` and `v1`. */
const groupOf = name => name.slice(0, name.indexOf('.'))

function readGoldenSchemas() {
  const files = readdirSync(folder)
  return new Map(files.flatMap(file => Object.entries(JSON.parse(readFileSync(join(folder, file), 'utf8')))))
}

function writeSchemas(schemas) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [group, entries] of Map.groupBy(schemas, ([name]) => groupOf(name)))
    writeFileSync(join(folder, `${group}.json`), `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`)
  console.log(`${schemas.size} contracts written.`)
}

function compareSchemas(golden, current) {
  const problems = []
  for (const [name, goldenParts] of golden) {
    const currentParts = current.get(name)
    if (!currentParts) problems.push(`${name} was removed. A published contract must stay in addition to its successor`)
    else if (JSON.stringify(currentParts) !== JSON.stringify(goldenParts))
      problems.push(...describeDifference(name, goldenParts, currentParts))
  }
  for (const name of current.keys()) if (!golden.has(name)) problems.push(`${name} is new: record it with --write`)
  return problems
}

function describeDifference(name, golden, current) {
  const breakingChanges = Object.keys(golden).flatMap(part =>
    findBreakingChanges(golden[part], current[part] ?? {}).map(change => `${name} (${part}): ${change}`),
  )
  return breakingChanges.length > 0 ? breakingChanges : [`${name} changed compatibly: record it with --write`]
}

const current = createCurrentSchemas()
if (process.argv.includes('--write')) writeSchemas(current)
else {
  const problems = compareSchemas(readGoldenSchemas(), current)
  for (const problem of problems) console.log(problem)
  console.log(`${current.size} contracts, ${problems.length} differences.`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
