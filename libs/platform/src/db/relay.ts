import { lanes as laneNames } from '@daymark/contracts'
import type pg from 'pg'
import type { Logger } from '../telemetry/logger.ts'
import { TransportClosed, type Transport } from '../transport/transport.ts'
import type { Database } from './database.ts'
import { outboxDepth } from './outbox-depth.ts'
import { becomeLeader } from './leader.ts'
import { OutboxTurns, type Row } from './outbox-turns.ts'
import { prepared, toQuery } from './prepared.ts'

const POLL_MS = 1000
/** Nobody waits for a row to go: those of a moment go together. */
const LINGER_MS = 20
const LANES = prepared(`
  SELECT n.lane, count(o.seq) AS rows, extract(epoch FROM now() - min(o.created_at)) * 1000 AS oldest
  FROM unnest($1::text[]) AS n (lane) LEFT JOIN outbox o USING (lane) GROUP BY n.lane`)
const DELETE_DONE = prepared('DELETE FROM outbox WHERE seq = ANY($1::bigint[])')

/**
 * Moves committed events to the bus. One relay per service at a time, by an advisory lock held on a connection of its own (no
 * transaction stays open). A row goes only when the bus has it, so kill -9 loses nothing; the inbox removes what is published twice.
 * Rows are never read by "seq > last": a lower number may commit later. Which go first: outbox-turns.ts.
 */
export class OutboxRelay {
  private readonly turns = new OutboxTurns()
  private readonly finished: string[] = []
  private dirty = true
  private interruptSleep: () => void = () => {}
  private lingering: NodeJS.Timeout | undefined
  private stopping = false
  private loop: Promise<void> = Promise.resolve()
  private leader?: pg.Client

  constructor(
    private readonly db: Database,
    private readonly url: string,
    private readonly transport: Transport,
    private readonly log: Logger,
  ) {}

  start(): void {
    this.db.wakeOnCommit(() => this.committed())
    this.loop = this.run()
  }

  async stop(): Promise<void> {
    this.stopping = true
    this.wake()
    await this.loop
    await this.flush().catch(error => this.log.warn({ err: error, event: 'outbox.flush-failed' }))
    await this.leader?.end().catch(() => {})
  }

  /** Rows that wait and the age of the oldest, for health and metrics. */
  depth(): Promise<{ rows: number; oldestMs: number }> {
    return outboxDepth(this.db)
  }

  /** The same by lane, those without a row too: a queue that is empty is known to be. */
  async lanes(): Promise<{ lane: string; rows: number; oldestMs: number }[]> {
    const found = await this.db.sql<{ lane: string; rows: string; oldest: string | null }>(LANES, [laneNames])
    return found.map(({ lane, rows, oldest }) => ({ lane, rows: Number(rows), oldestMs: Number(oldest ?? 0) }))
  }

  private committed(): void {
    this.wake()
    // another replica may be the one that relays; in one process nobody else listens
    if (this.transport.kind === 'nats' && !this.leader)
      void this.db.sql(`SELECT pg_notify($1, '')`, [this.channel]).catch(() => {})
  }
  private get channel(): string {
    return `outbox_${this.db.service}`
  }
  private wake(): void {
    this.dirty = true
    this.interruptSleep()
  }

  private makeRoom(): void {
    if (this.turns.held) this.dirty = true
    this.interruptSleep()
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      try {
        const leader = await this.lead()
        if (leader) await this.pass(leader)
      } catch (error) {
        if (!this.stopping) this.log.error({ err: error, event: 'outbox.relay-failed' })
        this.dirty = false
      }
      if (!this.dirty && !this.stopping) await this.sleep()
    }
  }

  private sleep(): Promise<void> {
    return new Promise(resolve => {
      const isMore = this.leader && this.finished.length > 0
      const timer = isMore ? setTimeout(() => this.makeRoom(), LINGER_MS) : setTimeout(() => this.wake(), POLL_MS)
      this.interruptSleep = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  private async pass(leader: pg.Client): Promise<void> {
    await this.flush()
    const isAsked = this.dirty
    this.dirty = false
    const next = isAsked && this.turns.next()
    if (!next) return
    const { rows, more } = this.turns.take((await leader.query(toQuery(...next))).rows)
    for (const row of rows) this.send(row)
    if (more) this.dirty = true
  }

  private send({ seq, envelope: event }: Row): void {
    this.transport.publish(event).then(
      () => {
        this.finished.push(seq)
        this.lingering ??= setTimeout(() => this.makeRoom(), LINGER_MS)
      },
      error => {
        this.turns.done(seq)
        if (!(error instanceof TransportClosed))
          this.log.error({ err: error, event: 'outbox.publish-failed', type: event.type })
      },
    )
  }

  private async flush(): Promise<void> {
    clearTimeout(this.lingering)
    this.lingering = undefined
    if (!this.finished.length) return
    const done = this.finished.splice(0)
    try {
      await this.db.sql(DELETE_DONE, [done])
    } catch (error) {
      this.finished.push(...done)
      throw error
    }
    for (const seq of done) this.turns.done(seq)
  }

  private async lead(): Promise<pg.Client | undefined> {
    if (this.leader) return this.leader
    const { url, channel } = this
    const listens = this.transport.kind === 'nats'
    const options = { url, channel, listens, service: this.db.service, wake: () => this.wake() }
    this.leader = await becomeLeader(options, lost => {
      if (this.leader === lost) this.leader = undefined
    })
    if (!this.leader) this.dirty = false
    return this.leader
  }
}
