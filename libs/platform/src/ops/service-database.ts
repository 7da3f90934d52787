import pg from 'pg'
import { loadConfig } from '../config/config.ts'
import type { Env } from '../config/env.ts'
import { PlatformConfig } from '../config/platform.config.ts'
import { serviceUrl } from '../db/roles.ts'

/** Runs a statement; answers its rows. */
export type Query = <T>(sql: string, params?: unknown[]) => Promise<T[]>

/** For commands: one connection to a service's database, in that service's role. */
export async function withServiceDatabase<T>(
  env: Env,
  service: string,
  work: (query: Query) => Promise<T>,
): Promise<T> {
  const { databaseUrl, secret } = loadConfig(PlatformConfig, env)
  const client = new pg.Client({
    connectionString: serviceUrl(databaseUrl, service, secret),
    connectionTimeoutMillis: 5000,
    options: `-c search_path=${service}`,
  })
  await client.connect()
  try {
    return await work(async (sql, params = []) => (await client.query(sql, params)).rows)
  } finally {
    await client.end()
  }
}
