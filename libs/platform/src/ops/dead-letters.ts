import pg from 'pg'
import { loadConfig } from '../config/config.ts'
import type { Env } from '../config/env.ts'
import { PlatformConfig } from '../config/platform.config.ts'
import { serviceUrl } from '../db/roles.ts'

export type DeadLetter = {
  service: string
  eventId: string
  subscriber: string
  type: string
  diedAt: Date
  attempts: number
  reason: string
}
export type DeadLetters = {
  list(): Promise<DeadLetter[]>
  /** an event id, or `all`; answers how many */ replay(which: string): Promise<number>
}

/** The dead letters of these services. A replay marks rows; the running service takes them within seconds. */
export async function deadLetters(
  env: Env,
  services: string[],
  work: (letters: DeadLetters) => Promise<void>,
): Promise<void> {
  const platform = loadConfig(PlatformConfig, env)
  const clients = services.map(service => ({
    service,
    client: new pg.Client({ connectionString: serviceUrl(platform.databaseUrl, service, platform.secret) }),
  }))
  try {
    await Promise.all(clients.map(c => c.client.connect()))
    await work({
      list: async () => (await Promise.all(clients.map(c => list(c.client, c.service)))).flat(),
      replay: async which =>
        (await Promise.all(clients.map(c => replay(c.client, c.service, which)))).reduce((a, b) => a + b, 0),
    })
  } finally {
    await Promise.all(clients.map(c => c.client.end()))
  }
}

async function list(client: pg.Client, service: string): Promise<DeadLetter[]> {
  const { rows } = await client.query<Omit<DeadLetter, 'service'>>(
    `SELECT event_id AS "eventId", subscriber, envelope->>'type' AS type, died_at AS "diedAt", attempts, reason
     FROM ${client.escapeIdentifier(service)}.dead_letters ORDER BY died_at LIMIT 1000`,
  )
  return rows.map(r => ({ service, ...r }))
}
async function replay(client: pg.Client, service: string, which: string): Promise<number> {
  const { rowCount } = await client.query(
    `UPDATE ${client.escapeIdentifier(service)}.dead_letters SET replay = true WHERE $1 = 'all' OR event_id::text = $1`,
    [which],
  )
  return rowCount ?? 0
}
