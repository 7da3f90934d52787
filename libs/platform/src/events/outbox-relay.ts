import { priorities as priorityNames } from '@daymark/contracts'
import type pg from 'pg'
import { Connection, preparedStatement, toQueryConfig } from '../db/connection.ts'
import type { Database } from '../db/database.ts'
import type { Logger } from '../telemetry/logger.ts'
import { type Transport, TransportClosed } from '../transport/transport.ts'
import { outboxChannelOf } from '../db/tx.ts'
import { OutboxScheduler, type OutboxRow } from './outbox-scheduler.ts'

/**
 * The relay has a separate connection that holds the advisory lock, receives notifications and reads rows, so that a busy pool or a long
 * transaction does not delay the relay. Its statement is planned once (adr/0013). These settings force the use of the index, because a plan
 * made for an empty outbox would be slow for a full outbox.
 */
const PLANNER_SETTINGS = ['plan_cache_mode=force_generic_plan', 'enable_seqscan=off', 'enable_bitmapscan=off']
const CONNECTION_SETTINGS = [...PLANNER_SETTINGS, 'tcp_keepalives_idle=10', 'tcp_keepalives_interval=5']

type LeaderOptions = { url: string; service: string; channel: string; onNotified: (payload: string) => void }

/**
 * Opens the connection of the leader. Resolves to undefined while another process is the leader. If the connection is lost, so is the lock:
 * `onLost` is called, and the caller tries again.
 */
async function becomeLeader(options: LeaderOptions, onLost: (client: pg.Client) => void) {
  const { url, service, channel, onNotified } = options
  const client = new Connection({
    connectionString: url,
    application_name: `daymark-${service}-relay`,
    options: [`search_path=${service}`, ...CONNECTION_SETTINGS].map(setting => `-c ${setting}`).join(' '),
  })
  try {
    await client.connect()
    const { rows } = await client.query<{ acquired: boolean }>(
      'SELECT pg_try_advisory_lock(hashtext($1)) AS acquired',
      [channel],
    )
    if (rows[0]?.acquired) {
      client.on('notification', ({ payload = '' }) => onNotified(payload))
      await client.query(`LISTEN "${channel}"`)
      client.on('end', () => onLost(client))
      return client
    }
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
  await client.end().catch(() => {})
  return undefined
}

/** Reads the number of unpublished rows and the age of the oldest row. */
export async function readOutboxDepth(db: Database): Promise<{ rows: number; oldestMs: number }> {
  const [row] = await db.sql<{ rows: string; oldest: string | null }>(
    'SELECT count(*) AS rows, extract(epoch FROM now() - min(created_at)) * 1000 AS oldest FROM outbox',
  )
  return { rows: Number(row?.rows ?? 0), oldestMs: Number(row?.oldest ?? 0) }
}

/** Delay before rows are read again after a failure, and between attempts to become the leader. */
const RETRY_MS = 1000
/**
 * Interval of reads if all services run in this process. It can be long, because every commit of this process wakes the relay, and
 * `daymark` commands notify the relay.
 */
const POLL_MS = 30_000
/** Published rows are deleted in batches after this delay. */
const DELETE_DELAY_MS = 20
const SELECT_DEPTH_BY_PRIORITY = preparedStatement(`
  SELECT n.priority, count(o.seq) AS rows, extract(epoch FROM now() - min(o.created_at)) * 1000 AS oldest
  FROM unnest($1::text[]) AS n (priority) LEFT JOIN outbox o USING (priority) GROUP BY n.priority`)
const DELETE_PUBLISHED_ROWS = preparedStatement('DELETE FROM outbox WHERE seq = ANY($1::bigint[])')

/**
 * Publishes committed events. An advisory lock on a separate connection ensures one active relay per service without an open
 * transaction. A row is deleted only after the bus has stored it, so kill -9 loses nothing; the inbox ignores duplicates. Rows are
 * never read by "seq > last", because a lower number may commit later. The order is chosen in outbox-scheduler.ts.
 */
export class OutboxRelay {
  private readonly scheduler = new OutboxScheduler()
  private readonly publishedSeqs: string[] = []
  /** Whether the outbox may contain rows that have not been read. */
  private mustRead = true
  private hasFailed = false
  private interruptSleep: () => void = () => {}
  private deleteTimer: NodeJS.Timeout | undefined
  private isStopping = false
  private loop: Promise<void> = Promise.resolve()
  private leader?: pg.Client

  constructor(
    private readonly db: Database,
    private readonly url: string,
    private readonly transport: Transport,
    private readonly log: Logger,
  ) {}

  start(): void {
    this.db.wakeOnCommit(() => this.onCommitted())
    this.loop = this.publishUntilStopped()
  }

  async stop(): Promise<void> {
    this.isStopping = true
    this.wake()
    await this.loop
    await this.deletePublished().catch(error => this.log.warn({ err: error, event: 'outbox.flush-failed' }))
    await this.leader?.end().catch(() => {})
  }

  /** Reads the number of unpublished rows and the age of the oldest row. */
  readDepth(): Promise<{ rows: number; oldestMs: number }> {
    return readOutboxDepth(this.db)
  }

  /** Reads the number of unpublished rows and the age of the oldest row for each priority, including priorities without rows. */
  async readDepthByPriority(): Promise<{ priority: string; rows: number; oldestMs: number }[]> {
    const depths = await this.db.sql<{ priority: string; rows: string; oldest: string | null }>(
      SELECT_DEPTH_BY_PRIORITY,
      [priorityNames],
    )
    return depths.map(({ priority, rows, oldest }) => ({ priority, rows: Number(rows), oldestMs: Number(oldest ?? 0) }))
  }

  private onCommitted(): void {
    this.wake()
    // Wakes the relay of another replica. With the in-memory bus, there is only this process.
    if (this.transport.kind === 'nats' && !this.leader)
      void this.db.sql(`SELECT pg_notify($1, '')`, [this.channel]).catch(() => {})
  }
  private get channel(): string {
    return outboxChannelOf(this.db.service)
  }
  private wake(): void {
    this.mustRead = true
    this.interruptSleep()
  }

  private wakeIfDeferred(): void {
    if (this.scheduler.hasDeferredRows) this.mustRead = true
    this.interruptSleep()
  }

  private async publishUntilStopped(): Promise<void> {
    while (!this.isStopping) {
      this.hasFailed = false
      try {
        const leader = await this.acquireLeadership()
        if (leader) await this.publishNextBatch(leader)
      } catch (error) {
        if (!this.isStopping) this.log.error({ err: error, event: 'outbox.relay-failed' })
        this.mustRead = false
        this.hasFailed = true
      }
      if (!this.mustRead && !this.isStopping) await this.sleep()
    }
  }

  private sleep(): Promise<void> {
    return new Promise(resolve => {
      const hasPublishedRows = this.leader && this.publishedSeqs.length > 0
      const timer = hasPublishedRows
        ? setTimeout(() => this.wakeIfDeferred(), DELETE_DELAY_MS)
        : setTimeout(() => this.wake(), this.isAlwaysNotified ? POLL_MS : RETRY_MS)
      this.interruptSleep = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** Whether every new row wakes this relay, so that frequent reads are not needed. */
  private get isAlwaysNotified(): boolean {
    return this.transport.kind === 'memory' && this.leader !== undefined && !this.hasFailed
  }

  private async publishNextBatch(leader: pg.Client): Promise<void> {
    await this.deletePublished()
    const mustReadNow = this.mustRead
    this.mustRead = false
    const nextQuery = mustReadNow && this.scheduler.nextQuery()
    if (!nextQuery) return
    const { rows, hasMore } = this.scheduler.markInFlight((await leader.query(toQueryConfig(...nextQuery))).rows)
    for (const row of rows) this.send(row)
    if (hasMore) this.mustRead = true
  }

  private send({ seq, envelope: event }: OutboxRow): void {
    this.transport.publish(event).then(
      () => {
        this.publishedSeqs.push(seq)
        this.deleteTimer ??= setTimeout(() => this.wakeIfDeferred(), DELETE_DELAY_MS)
      },
      error => {
        this.scheduler.markDone(seq)
        setTimeout(() => this.wake(), RETRY_MS).unref()
        if (!(error instanceof TransportClosed))
          this.log.error({ err: error, event: 'outbox.publish-failed', type: event.type })
      },
    )
  }

  private async deletePublished(): Promise<void> {
    clearTimeout(this.deleteTimer)
    this.deleteTimer = undefined
    if (!this.publishedSeqs.length) return
    const deletedSeqs = this.publishedSeqs.splice(0)
    try {
      await this.db.sql(DELETE_PUBLISHED_ROWS, [deletedSeqs])
    } catch (error) {
      this.publishedSeqs.push(...deletedSeqs)
      throw error
    }
    for (const seq of deletedSeqs) this.scheduler.markDone(seq)
  }

  private async acquireLeadership(): Promise<pg.Client | undefined> {
    if (this.leader) return this.leader
    const { url, channel } = this
    const onNotified = (job: string) => (job ? this.db.startJob(job) : this.wake())
    this.leader = await becomeLeader({ url, channel, service: this.db.service, onNotified }, lostClient => {
      if (this.leader !== lostClient) return
      this.leader = undefined
      this.wake()
    })
    if (!this.leader) this.mustRead = false
    return this.leader
  }
}
