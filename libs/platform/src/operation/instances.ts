import type { ReplicaView } from '@daymark/contracts'
import type { Database } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { ThisProcess, HEARTBEAT_MS } from './this-process.ts'

/** A process without a heartbeat for this long has crashed and is no longer listed. */
const EXPIRED_AFTER = `interval '1 minute'`
const RECORD_HEARTBEAT = prepared(`
  WITH gone AS (DELETE FROM instances WHERE seen_at < now() - ${EXPIRED_AFTER})
  INSERT INTO instances (id, service, version, started_at, seen_at, memory, event_loop_ms)
  VALUES ($1, $2, $3, $4, now(), $5, $6)
  ON CONFLICT (id) DO UPDATE SET seen_at = now(), memory = $5, event_loop_ms = $6`)
const LIST = `
  SELECT id, service, version, started_at AS "startedAt", seen_at AS "seenAt", memory, event_loop_ms AS "eventLoopMs"
  FROM instances WHERE seen_at >= now() - ${EXPIRED_AFTER} ORDER BY started_at, id LIMIT 1000`

export type SeenReplica = ReplicaView & { seenAt: string; service: string }
type Row = Omit<SeenReplica, 'startedAt' | 'seenAt' | 'memory'> & { startedAt: Date; seenAt: Date; memory: string }

/** Heartbeats of the processes of a service, for the System page. One statement every ten seconds. */
export class Instances {
  private timer?: NodeJS.Timeout
  private lastHeartbeat: Promise<void> = Promise.resolve()
  private readonly self: ThisProcess
  constructor(
    private readonly db: Database,
    version: string | undefined,
  ) {
    this.self = new ThisProcess(version)
  }

  start(): void {
    this.sendHeartbeat()
    this.timer = setInterval(() => this.sendHeartbeat(), HEARTBEAT_MS)
  }

  /** Removes a process that stops normally from the list at once. */
  async stop(): Promise<void> {
    clearInterval(this.timer)
    this.self.end()
    await this.lastHeartbeat
    await this.remove(this.self.identity.id).catch(() => undefined)
  }

  async recordHeartbeat(service: string, { id, version, startedAt, memory, eventLoopMs }: ReplicaView): Promise<void> {
    await this.db.sql(RECORD_HEARTBEAT, [id, service, version, startedAt, Math.round(memory), eventLoopMs])
  }
  async remove(id: string): Promise<void> {
    await this.db.sql('DELETE FROM instances WHERE id = $1', [id])
  }

  async list(): Promise<SeenReplica[]> {
    const rows = await this.db.sql<Row>(LIST)
    return rows.map(row => ({
      ...row,
      memory: Number(row.memory),
      startedAt: row.startedAt.toISOString(),
      seenAt: row.seenAt.toISOString(),
    }))
  }

  /** Failures are ignored: without the database the list cannot be read either. */
  private sendHeartbeat(): void {
    this.lastHeartbeat = this.recordHeartbeat(this.db.service, this.self.heartbeat()).catch(() => undefined)
  }
}
