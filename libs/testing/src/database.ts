import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'

const serverScript = join(import.meta.dirname, '../../../tools/runner/test-postgres.mjs')

export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/** Creates an empty database on the Postgres of the test run. Its URL connects as the owner of the database. */
export function testDatabase(): Promise<TestDatabase> {
  return copyTemplate({ name: 'template1' })
}

/** Creates a database with the contents of the template. */
export async function copyTemplate(template: { name: string }): Promise<TestDatabase> {
  const server = await serverUrl()
  const name = `test_${randomBytes(8).toString('hex')}`
  await withClient(server, client => client.query(`create database ${name} template ${template.name}`))
  const drop = `drop database if exists ${name} with (force)`
  return { url: databaseUrl(server, name), drop: () => withClient(server, client => client.query(drop)) }
}

/**
 * Returns a template database. The first process that needs the template creates it and calls `fill`; other processes wait. Afterwards
 * nothing may connect to the template, because Postgres does not copy a database in use.
 */
export async function ensureTemplate(
  name: string,
  fill: (url: string) => Promise<void>,
): Promise<{ name: string; url: string }> {
  const server = await serverUrl()
  const url = databaseUrl(server, name)
  await withClient(server, async client => {
    const isTemplate = async () => (await client.query(IS_TEMPLATE, [name])).rows[0]?.datistemplate === true
    if (await isTemplate()) return
    // The lock ends with the connection, so a killed process does not block the others.
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    if (await isTemplate()) return
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

let sharedServerUrl: Promise<string> | undefined

/**
 * Returns the URL of the Postgres server for tests: the server that `npm test` has started, otherwise a server that all test runs of the
 * developer share.
 */
function serverUrl(): Promise<string> {
  const configuredUrl = process.env['DAYMARK_TEST_DATABASE_URL']
  return configuredUrl ? Promise.resolve(configuredUrl) : (sharedServerUrl ??= findOrStartSharedServer())
}

async function findOrStartSharedServer(): Promise<string> {
  // Does not use TMPDIR, because `npm test` changes it. The user id separates the servers of root and other users.
  const folder = join(process.platform === 'linux' ? '/tmp' : tmpdir(), `daymark-test-pg-${userInfo().uid}`)
  for (let attempt = 0; attempt < 600; attempt++) {
    const url = await findRunningServer(join(folder, 'server.json'))
    if (url) return url
    // If another process is already starting the server, the new process exits at once. Repeated every five seconds, because the server may
    // have been shutting down.
    if (attempt % 50 === 0) spawn(process.execPath, [serverScript, folder], { detached: true, stdio: 'ignore' }).unref()
    await delay(100)
  }
  throw new Error(`No Postgres for tests after a minute; see ${folder}/postgres.log`)
}

async function findRunningServer(file: string): Promise<string | undefined> {
  try {
    const { url } = JSON.parse(readFileSync(file, 'utf8')) as { url: string }
    await withClient(url, client => client.query('select 1'))
    return url
  } catch {
    return undefined // the server has not started yet, or the file was left by a killed server
  }
}

async function withClient(server: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: server })
  client.on('error', () => undefined) // a lost connection already rejects the query, and without a listener it would end the process
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
