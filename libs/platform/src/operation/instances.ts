import type { ReplicaView } from '@daymark/contracts'
import type { Database } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { ThisProcess, TOLD_MS } from './this-process.ts'

/** Who has not been heard of for so long is shown no more: it ended without a word. */
const FORGOTTEN = `interval '1 minute'`
const TELL = prepared(`
  WITH gone AS (DELETE FROM instances WHERE seen_at < now() - ${FORGOTTEN})
  INSERT INTO instances (id, service, version, started_at, seen_at, memory, event_loop_ms)
  VALUES ($1, $2, $3, $4, now(), $5, $6)
  ON CONFLICT (id) DO UPDATE SET seen_at = now(), memory = $5, event_loop_ms = $6`)
const LIST = `
  SELECT id, service, version, started_at AS "startedAt", seen_at AS "seenAt", memory, event_loop_ms AS "eventLoopMs"
  FROM instances WHERE seen_at >= now() - ${FORGOTTEN} ORDER BY started_at, id LIMIT 1000`

export type SeenReplica = ReplicaView & { seenAt: string; service: string }
type Row = Omit<SeenReplica, 'startedAt' | 'seenAt' | 'memory'> & { startedAt: Date; seenAt: Date; memory: string }

/** Which processes of a service there are. One statement every ten seconds; nothing depends on it but who looks. */
export class Instances {
  private timer?: NodeJS.Timeout
  private telling: Promise<void> = Promise.resolve()
  private readonly self: ThisProcess
  constructor(
    private readonly db: Database,
    version: string | undefined,
  ) {
    this.self = new ThisProcess(version)
  }

  start(): void {
    this.tellSelf()
    this.timer = setInterval(() => this.tellSelf(), TOLD_MS)
  }

  /** A process that ends on purpose is gone at once. */
  async stop(): Promise<void> {
    clearInterval(this.timer)
    this.self.end()
    await this.telling
    await this.remove(this.self.identity.id).catch(() => undefined)
  }

  async tell(service: string, { id, version, startedAt, memory, eventLoopMs }: ReplicaView): Promise<void> {
    await this.db.sql(TELL, [id, service, version, startedAt, Math.round(memory), eventLoopMs])
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

  /** While the database is away nobody can look either. */
  private tellSelf(): void {
    this.telling = this.tell(this.db.service, this.self.told()).catch(() => undefined)
  }
}
