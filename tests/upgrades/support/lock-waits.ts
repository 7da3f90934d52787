import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'

const EVERY_MS = 25
const WAITS = `
  SELECT round(extract(epoch FROM clock_timestamp() - l.waitstart) * 1000)::int AS ms, regexp_replace(left(a.query, 120), '\\s+', ' ', 'g') AS query
  FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
  WHERE NOT l.granted AND l.locktype = 'relation' AND l.waitstart IS NOT NULL`

/** Measures the longest wait for a table lock. Waits for row locks are normal and not counted. */
export class LockWaits {
  longest = { ms: 0, query: '' }
  private readonly client: Client
  private isOver = false
  private watching?: Promise<void>
  constructor(url: string) {
    this.client = new Client({ connectionString: url })
  }
  async start(): Promise<void> {
    await this.client.connect()
    this.watching = this.watch()
  }
  async stop(): Promise<void> {
    this.isOver = true
    await this.watching
    await this.client.end()
  }
  private async watch(): Promise<void> {
    for (; !this.isOver; await delay(EVERY_MS)) {
      const { rows } = await this.client.query<{ ms: number; query: string }>(WAITS)
      for (const one of rows) if (one.ms > this.longest.ms) this.longest = one
    }
  }
}
