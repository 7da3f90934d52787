import { connect } from '@nats-io/transport-node'
import pg from 'pg'
import type { PlatformConfig } from '../config/platform.config.ts'
import { explain } from './explain.ts'

/** One line of `daymark doctor`. */
export type Check = { name: string; ok: boolean; needed: boolean; says: string }

export async function check(name: string, work: () => Promise<string>, needed = true): Promise<Check> {
  try {
    return { name, ok: true, needed, says: await work() }
  } catch (error) {
    return { name, ok: false, needed, says: explain(error).split('\n')[0] ?? '' }
  }
}

/** What every process needs: database and bus. */
export function probe(platform: PlatformConfig): Promise<Check[]> {
  return Promise.all([
    check('database', async () => {
      const client = new pg.Client({ connectionString: platform.databaseUrl, connectionTimeoutMillis: 5000 })
      try {
        await client.connect()
        const { rows } = await client.query<{ version: string; super: boolean }>(
          `SELECT current_setting('server_version') AS version, rolcreaterole AS super FROM pg_roles WHERE rolname = current_user`,
        )
        return `Postgres ${rows[0]?.version}, ${rows[0]?.super ? 'may' : 'may NOT'} create roles`
      } finally {
        await client.end()
      }
    }),
    check('bus', async () => {
      if (!platform.natsUrl) return 'memory (every service in one process)'
      const connection = await connect({ servers: platform.natsUrl, timeout: 5000 })
      const version = connection.info?.version
      await connection.close()
      return `NATS ${version}`
    }),
  ])
}
