import { setTimeout as delay } from 'node:timers/promises'
import type { RunningProcess } from '@daymark/platform'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { Client } from 'pg'

const TIMEOUT_MS = 60_000
/** First pause between two polls. The pause grows, because each poll is expensive for the database. */
const FIRST_PAUSE_MS = 5
const MAX_PAUSE_MS = 40

/** Waits until all outboxes are empty, all messages on the bus are handled, and all jobs of events are done. Rejects after a minute. */
export async function settle(process: RunningProcess, natsUrl?: string): Promise<void> {
  const [tables, bus] = await Promise.all([openTableCounter(process), natsUrl ? openBusMonitor(natsUrl) : NO_BUS])
  const deadline = Date.now() + TIMEOUT_MS
  try {
    for (let lastPublished = -1, pauseMs = FIRST_PAUSE_MS; ; await delay(pauseMs)) {
      const rows = await tables.rows()
      const { pending, published } = await bus.state()
      // an event can move between queues while they are counted; two polls without rows, messages and new publications prove that
      // no event did
      if (rows + pending === 0 && published === lastPublished) return
      lastPublished = rows + pending === 0 ? published : -1
      pauseMs = lastPublished === -1 ? Math.min(MAX_PAUSE_MS, pauseMs * 1.5) : FIRST_PAUSE_MS
      if (Date.now() > deadline)
        throw new Error(`not settled: ${rows} rows of outboxes and job queues, ${pending} messages`)
    }
  } finally {
    await Promise.all([tables.close(), bus.close()])
  }
}

/**
 * Counts the rows of all outboxes and job queues in one statement, so that all counts are of the same moment. A row is removed only after
 * its effects are committed. Webhook deliveries and mails are not counted, because their retries may be hours away.
 */
async function openTableCounter(process: RunningProcess) {
  const client = new Client({ connectionString: process.platform.databaseUrl })
  await client.connect()
  const counts = process.services
    .filter(service => service.db)
    .flatMap(({ name }) => [
      `SELECT count(*) AS n FROM ${name}.outbox`,
      `SELECT count(*) FROM ${name}.job_queue WHERE kind <> ALL ('{deliver-webhook,send-mail,send-gallery-mail}')`,
    ])
  const sql = `SELECT coalesce(sum(n), 0) AS rows FROM (${counts.join(' UNION ALL ') || 'SELECT 0 AS n'}) AS all_tables`
  return {
    rows: async () => Number((await client.query<{ rows: string }>(sql)).rows[0]?.rows),
    close: () => client.end(),
  }
}

const NO_BUS = { state: async () => ({ pending: 0, published: 0 }), close: async () => {} }

async function openBusMonitor(url: string) {
  const connection = await connect({ servers: url })
  // with the default of five seconds, tests would fail on a machine that was suspended
  const manager = await jetstreamManager(connection, { timeout: TIMEOUT_MS })
  return {
    async state() {
      let pending = 0
      for await (const c of manager.consumers.list('DAYMARK')) pending += c.num_pending + c.num_ack_pending
      return { pending, published: (await manager.streams.info('DAYMARK')).state.last_seq }
    },
    close: () => connection.close(),
  }
}
