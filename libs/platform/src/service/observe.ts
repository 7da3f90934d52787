import type { Database } from '../db/database.ts'
import type { OutboxRelay } from '../events/outbox-relay.ts'
import { metrics, singleFlight } from '../telemetry/metrics.ts'

/** Readiness of a service as a metric. */
export function observeReadiness(service: string, ready: () => Promise<boolean>): void {
  const about = { description: 'Whether database, bus and store of a service respond', attributes: { service } }
  metrics.gauge('daymark.service.ready', about, async () => Number(await ready()))
}

/** Metrics of outbox, dead letters and connections of a service. */
export function observeDatabase(service: string, db: Database, relay: OutboxRelay): void {
  const attributes = { service }
  const priorities = singleFlight(() => relay.priorities())
  metrics.gauge('daymark.outbox.rows', { description: 'Events not yet published, by priority', attributes }, async () =>
    (await priorities()).map(({ priority, rows }) => [rows, { priority }]),
  )
  metrics.gauge(
    'daymark.outbox.age',
    { description: 'Age of the oldest event not yet published, by priority', unit: 's', attributes },
    async () => (await priorities()).map(({ priority, oldestMs }) => [oldestMs / 1000, { priority }]),
  )
  metrics.gauge('daymark.dead_letters.rows', { description: 'Stored dead letters', attributes }, async () => {
    const [row] = await db.sql<{ n: string }>('SELECT count(*) AS n FROM dead_letters')
    return Number(row?.n ?? 0)
  })
  observePool({ 'db.client.connection.pool.name': service }, db)
}

function observePool(attributes: Record<string, string>, db: Database): void {
  metrics.gauge(
    'db.client.connection.count',
    { description: 'Database connections of this process, by state', attributes },
    () => [
      [db.connections().idle, { 'db.client.connection.state': 'idle' }],
      [db.connections().used, { 'db.client.connection.state': 'used' }],
    ],
  )
  metrics.gauge(
    'db.client.connection.max',
    { description: 'Maximum database connections of this process', attributes },
    () => db.connections().max,
  )
  metrics.gauge(
    'db.client.connection.pending_requests',
    { description: 'Queries waiting for a database connection', attributes },
    () => db.connections().waiting,
  )
}
