import pg from 'pg'
import { loadConfig } from '../config/config.ts'
import type { Env } from '../config/env.ts'
import { PlatformConfig } from '../config/platform.config.ts'
import { serviceUrl } from '../db/roles.ts'

export type Waiting = {
  service: string
  outbox: { lane: string; rows: number; oldestSeconds: number }[]
  deadLetters: { type: string; subscriber: string; rows: number; reason: string }[]
}
const MOST_KINDS = 50

/** What waits and what was given up in these services, counted; without the events themselves. */
export async function waitingWork(env: Env, services: string[]): Promise<Waiting[]> {
  const { databaseUrl, secret } = loadConfig(PlatformConfig, env)
  return Promise.all(services.map(service => ofService(service, serviceUrl(databaseUrl, service, secret))))
}

async function ofService(service: string, connectionString: string): Promise<Waiting> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000 })
  await client.connect()
  try {
    const schema = client.escapeIdentifier(service)
    const outbox = await client.query<Waiting['outbox'][number]>(
      `SELECT lane, count(*)::int AS rows, extract(epoch FROM now() - min(created_at))::int AS "oldestSeconds"
       FROM ${schema}.outbox GROUP BY lane`,
    )
    const deadLetters = await client.query<Waiting['deadLetters'][number]>(
      `SELECT envelope->>'type' AS type, subscriber, count(*)::int AS rows, min(reason) AS reason
       FROM ${schema}.dead_letters GROUP BY 1, 2 ORDER BY rows DESC LIMIT ${MOST_KINDS}`,
    )
    return { service, outbox: outbox.rows, deadLetters: deadLetters.rows }
  } finally {
    await client.end()
  }
}
