import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { ReplicaView } from '@daymark/contracts'

/** Interval of the heartbeats of a process. */
export const HEARTBEAT_INTERVAL_MS = 10_000
const RESOLUTION_MS = 20

const startedAt = new Date(performance.timeOrigin).toISOString()
const packageVersion = (): string =>
  String(
    (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: unknown }).version,
  )

/** The status of one service in this process for its heartbeats. */
export class ProcessStatus {
  private readonly id = randomUUID()
  private readonly delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  private readonly version: string

  /** `version`: version of the build. Default: version of the package. */
  constructor(version = packageVersion()) {
    this.version = version
    this.delay.enable()
  }

  /** Memory, and the 99th percentile of the event loop delay since the last call. */
  snapshot(): ReplicaView {
    const late = Math.max(0, this.delay.percentile(99) / 1e6 - RESOLUTION_MS)
    this.delay.reset()
    const eventLoopMs = Number.isFinite(late) ? Math.round(late * 10) / 10 : 0
    return { id: this.id, version: this.version, startedAt, memory: process.memoryUsage.rss(), eventLoopMs }
  }

  get identity(): Pick<ReplicaView, 'id'> {
    return { id: this.id }
  }
  end(): void {
    this.delay.disable()
  }
}
