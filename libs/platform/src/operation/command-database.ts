import { randomBytes } from 'node:crypto'
import { loadConfig } from '../config/config.ts'
import type { Env } from '../config/env.ts'
import { PlatformConfig } from '../config/platform.config.ts'
import { Connection } from '../db/connection.ts'
import { Database, type DatabaseOptions } from '../db/database.ts'
import { serviceUrl } from '../db/roles.ts'

type ServiceDatabaseOptions = Pick<DatabaseOptions, 'service'> &
  Partial<Pick<DatabaseOptions, 'entities' | 'migrations'>>

/** Opens the database of a service for a `daymark` command. The running service publishes the events that `work` emits. */
export async function withDatabase<T>(
  env: Env,
  service: ServiceDatabaseOptions,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const { databaseUrl, secret } = loadConfig(PlatformConfig, env)
  const url = serviceUrl(databaseUrl, service.service, secret)
  const db = await Database.open({ entities: [], migrations: [], ...service, url, pool: 2, onError: () => {} })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** Creates an empty temporary database on the same server. */
export async function createScratchDatabase(env: Env): Promise<{ url: string; drop(): Promise<void> }> {
  const { databaseUrl } = loadConfig(PlatformConfig, env)
  const name = `daymark_rehearsal_${randomBytes(4).toString('hex')}`
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  await runStatement(databaseUrl, `CREATE DATABASE ${name}`)
  return { url: url.href, drop: () => runStatement(databaseUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) }
}

async function runStatement(connectionString: string, sql: string): Promise<void> {
  const client = new Connection({ connectionString })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
