import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'

const serverProcess = join(import.meta.dirname, '../../../tools/runner/test-postgres.mjs')

export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/** A new, empty database on the Postgres of the test run, with all rights. */
export function testDatabase(): Promise<TestDatabase> {
  return copyOf({ name: 'template1' })
}

/** A new database with the contents of the template. */
export async function copyOf(template: { name: string }): Promise<TestDatabase> {
  const server = await serverUrl()
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(server, client => client.query(`create database ${name} template ${template.name}`))
  const drop = `drop database if exists ${name} with (force)`
  return { url: databaseUrl(server, name), drop: () => onServer(server, client => client.query(drop)) }
}

/** A template database. The first process that needs it fills it; afterwards no one connects to it. */
export async function withTemplate(
  name: string,
  fill: (url: string) => Promise<void>,
): Promise<{ name: string; url: string }> {
  const server = await serverUrl()
  const url = databaseUrl(server, name)
  await onServer(server, async client => {
    const isThere = async () => (await client.query(IS_TEMPLATE, [name])).rows[0]?.datistemplate === true
    if (await isThere()) return
    // The lock ends with the connection, even if this process is killed.
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    if (await isThere()) return
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name}`)
    await fill(url)
    await client.query(`alter database ${name} with is_template true`)
  })
  return { name, url }
}

const IS_TEMPLATE = 'select datistemplate from pg_database where datname = $1'

function databaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

let shared: Promise<string> | undefined

/** `npm test` provides a Postgres; a single test file uses one that all runs of the developer share. */
function serverUrl(): Promise<string> {
  const given = process.env['DAYMARK_TEST_DATABASE_URL']
  return given ? Promise.resolve(given) : (shared ??= sharedServer())
}

async function sharedServer(): Promise<string> {
  // Not TMPDIR, which `npm test` changes; the uid keeps the servers of root and other users apart.
  const folder = join(process.platform === 'linux' ? '/tmp' : tmpdir(), `daymark-test-pg-${userInfo().uid}`)
  for (let attempt = 0; attempt < 600; attempt++) {
    const url = await runningServer(join(folder, 'server.json'))
    if (url) return url
    // The process exits at once if another one is starting; trying again later covers one that was shutting down.
    if (attempt % 50 === 0)
      spawn(process.execPath, [serverProcess, folder], { detached: true, stdio: 'ignore' }).unref()
    await delay(100)
  }
  throw new Error(`No Postgres for tests after a minute; see ${folder}/postgres.log`)
}

async function runningServer(file: string): Promise<string | undefined> {
  try {
    const { url } = JSON.parse(readFileSync(file, 'utf8')) as { url: string }
    await onServer(url, client => client.query('select 1'))
    return url
  } catch {
    return undefined // not started yet, or the file of a killed one
  }
}

async function onServer(server: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: server })
  client.on('error', () => undefined) // a dropped connection already fails the query
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
