import { randomBytes } from 'node:crypto'
import { loadConfig } from '../config/config.ts'
import type { Env } from '../config/env.ts'
import { PlatformConfig } from '../config/platform.config.ts'
import { Connection } from '../db/connection.ts'

/** An empty database beside the product's, on the same server; `drop` leaves nothing of it. */
export async function scratchDatabase(env: Env): Promise<{ url: string; drop(): Promise<void> }> {
  const { databaseUrl } = loadConfig(PlatformConfig, env)
  const name = `daymark_rehearsal_${randomBytes(4).toString('hex')}`
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  await statement(databaseUrl, `CREATE DATABASE ${name}`)
  return { url: url.href, drop: () => statement(databaseUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) }
}

async function statement(connectionString: string, sql: string): Promise<void> {
  const client = new Connection({ connectionString })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
