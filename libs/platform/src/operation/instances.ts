import type { ReplicaView } from '@daymark/contracts'
import { randomUUID } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { preparedStatement } from '../db/connection.ts'
import type { Database } from '../db/database.ts'
import { readPackageVersion } from '../telemetry/sdk.ts'

/** Interval of the heartbeats of a process. */
export const HEARTBEAT_INTERVAL_MS = 20_000
/** Resolution of the event loop measurement. Each sample is a timer, so a smaller value would keep an idle process busy. */
const DELAY_RESOLUTION_MS = 200
const delayMonitor = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS })
/** The last measurement of the event loop delay. All services of a process share it, because reading the delay resets it. */
let lastLoopDelay = { readAt: 0, ms: 0 }

const processStartedAt = new Date(performance.timeOrigin).toISOString()

/** The status of one service in this process for its heartbeats. */
export class ProcessStatus {
  private readonly id = randomUUID()
  private readonly version: string

  /** `version`: version of the build. Default: version of the package. */
  constructor(version = readPackageVersion()) {
    this.version = version
    delayMonitor.enable()
  }

  /** Memory, and the 99th percentile of the event loop delay since the last heartbeat. */
  snapshot(): ReplicaView {
    const memory = process.memoryUsage.rss()
    return {
      id: this.id,
      version: this.version,
      startedAt: processStartedAt,
      memory,
      eventLoopMs: measureEventLoopDelay(),
    }
  }

  get identity(): Pick<ReplicaView, 'id'> {
    return { id: this.id }
  }
}

function measureEventLoopDelay(): number {
  const now = performance.now()
  if (now - lastLoopDelay.readAt < HEARTBEAT_INTERVAL_MS / 2) return lastLoopDelay.ms
  const loopDelayMs = Math.max(0, delayMonitor.percentile(99) / 1e6 - DELAY_RESOLUTION_MS)
  delayMonitor.reset()
  lastLoopDelay = { readAt: now, ms: Number.isFinite(loopDelayMs) ? Math.round(loopDelayMs * 10) / 10 : 0 }
  return lastLoopDelay.ms
}

/** A process without a heartbeat for this time is considered ended and is not listed. */
const HEARTBEAT_EXPIRY = `interval '1 minute'`
const UPSERT_HEARTBEAT = preparedStatement(`
  WITH expired AS (DELETE FROM instances WHERE seen_at < now() - ${HEARTBEAT_EXPIRY})
  INSERT INTO instances (id, service, version, started_at, seen_at, memory, event_loop_ms)
  VALUES ($1, $2, $3, $4, now(), $5, $6)
  ON CONFLICT (id) DO UPDATE SET seen_at = now(), memory = $5, event_loop_ms = $6`)
const SELECT_INSTANCES = `
  SELECT id, service, version, started_at AS "startedAt", seen_at AS "seenAt", memory, event_loop_ms AS "eventLoopMs"
  FROM instances WHERE seen_at >= now() - ${HEARTBEAT_EXPIRY} ORDER BY started_at, id LIMIT 1000`

type ReplicaWithHeartbeat = ReplicaView & { seenAt: string; service: string }
type InstanceRow = Omit<ReplicaWithHeartbeat, 'startedAt' | 'seenAt' | 'memory'> & {
  startedAt: Date
  seenAt: Date
  memory: string
}

/** The list of the running processes of a service, from regular heartbeats. Only the admin area reads it. */
export class Instances {
  private timer?: NodeJS.Timeout
  private lastRecording: Promise<void> = Promise.resolve()
  private readonly processStatus: ProcessStatus
  constructor(
    private readonly db: Database,
    version: string | undefined,
  ) {
    this.processStatus = new ProcessStatus(version)
  }

  start(): void {
    this.recordOwnHeartbeat()
    this.timer = setInterval(() => this.recordOwnHeartbeat(), HEARTBEAT_INTERVAL_MS)
  }

  /** Removes this process from the list when it shuts down. */
  async stop(): Promise<void> {
    clearInterval(this.timer)
    await this.lastRecording
    await this.remove(this.processStatus.identity.id).catch(() => undefined)
  }

  async recordHeartbeat(
    service: string,
    { id, version, startedAt: processStartedAt, memory, eventLoopMs }: ReplicaView,
  ): Promise<void> {
    await this.db.sql(UPSERT_HEARTBEAT, [id, service, version, processStartedAt, Math.round(memory), eventLoopMs])
  }
  async remove(id: string): Promise<void> {
    await this.db.sql('DELETE FROM instances WHERE id = $1', [id])
  }

  async list(): Promise<ReplicaWithHeartbeat[]> {
    const rows = await this.db.sql<InstanceRow>(SELECT_INSTANCES)
    return rows.map(row => ({
      ...row,
      memory: Number(row.memory),
      startedAt: row.startedAt.toISOString(),
      seenAt: row.seenAt.toISOString(),
    }))
  }

  /** Errors are ignored, because without the database the list cannot be read either. */
  private recordOwnHeartbeat(): void {
    this.lastRecording = this.recordHeartbeat(this.db.service, this.processStatus.snapshot()).catch(() => undefined)
  }
}
