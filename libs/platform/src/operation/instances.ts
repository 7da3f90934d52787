import type { ReplicaView } from '@daymark/contracts'
import type { Database } from '../db/database.ts'
import { prepared } from '../db/connection.ts'
import { ProcessStatus, HEARTBEAT_INTERVAL_MS } from './process-status.ts'

/** A process without a heartbeat for this time is considered ended and is not listed. */
const EXPIRY = `interval '1 minute'`
const UPSERT_HEARTBEAT = prepared(`
  WITH gone AS (DELETE FROM instances WHERE seen_at < now() - ${EXPIRY})
  INSERT INTO instances (id, service, version, started_at, seen_at, memory, event_loop_ms)
  VALUES ($1, $2, $3, $4, now(), $5, $6)
  ON CONFLICT (id) DO UPDATE SET seen_at = now(), memory = $5, event_loop_ms = $6`)
const SELECT_INSTANCES = `
  SELECT id, service, version, started_at AS "startedAt", seen_at AS "seenAt", memory, event_loop_ms AS "eventLoopMs"
  FROM instances WHERE seen_at >= now() - ${EXPIRY} ORDER BY started_at, id LIMIT 1000`

export type SeenReplica = ReplicaView & { seenAt: string; service: string }
type Row = Omit<SeenReplica, 'startedAt' | 'seenAt' | 'memory'> & { startedAt: Date; seenAt: Date; memory: string }

/** The list of the running processes of a service, from regular heartbeats. Only the admin area reads it. */
export class Instances {
  private timer?: NodeJS.Timeout
  private recording: Promise<void> = Promise.resolve()
  private readonly self: ProcessStatus
  constructor(
    private readonly db: Database,
    version: string | undefined,
  ) {
    this.self = new ProcessStatus(version)
  }

  start(): void {
    this.recordOwnHeartbeat()
    this.timer = setInterval(() => this.recordOwnHeartbeat(), HEARTBEAT_INTERVAL_MS)
  }

  /** Removes this process from the list when it shuts down. */
  async stop(): Promise<void> {
    clearInterval(this.timer)
    await this.recording
    await this.remove(this.self.identity.id).catch(() => undefined)
  }

  async recordHeartbeat(service: string, { id, version, startedAt, memory, eventLoopMs }: ReplicaView): Promise<void> {
    await this.db.sql(UPSERT_HEARTBEAT, [id, service, version, startedAt, Math.round(memory), eventLoopMs])
  }
  async remove(id: string): Promise<void> {
    await this.db.sql('DELETE FROM instances WHERE id = $1', [id])
  }

  async list(): Promise<SeenReplica[]> {
    const rows = await this.db.sql<Row>(SELECT_INSTANCES)
    return rows.map(row => ({
      ...row,
      memory: Number(row.memory),
      startedAt: row.startedAt.toISOString(),
      seenAt: row.seenAt.toISOString(),
    }))
  }

  /** Errors are ignored: without the database the list cannot be read either. */
  private recordOwnHeartbeat(): void {
    this.recording = this.recordHeartbeat(this.db.service, this.self.snapshot()).catch(() => undefined)
  }
}
