import { loadConfig } from '../config/config.ts'
import type { Env } from '../config/env.ts'
import { PlatformConfig } from '../config/platform.config.ts'
import { Database, type DatabaseOptions } from '../db/database.ts'
import { serviceUrl } from '../db/roles.ts'

type Of = Pick<DatabaseOptions, 'service'> & Partial<Pick<DatabaseOptions, 'entities' | 'migrations'>>

/** A service's database without the service, for commands; events emitted in it go out with the service's own. */
export async function withDatabase<T>(env: Env, of: Of, work: (db: Database) => Promise<T>): Promise<T> {
  const { databaseUrl, secret } = loadConfig(PlatformConfig, env)
  const url = serviceUrl(databaseUrl, of.service, secret)
  const db = await Database.open({ entities: [], migrations: [], ...of, url, pool: 2, onError: () => {} })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}
