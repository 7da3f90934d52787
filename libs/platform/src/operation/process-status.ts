import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { ReplicaView } from '@daymark/contracts'

/** Interval of the heartbeats of a process. */
export const HEARTBEAT_INTERVAL_MS = 20_000
/** Each sample is a timer, so a small value would keep an idle process busy. */
const RESOLUTION_MS = 200
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
/** The last reading. All services of a process share it, because reading resets the measurement. */
let eventLoop = { readAt: 0, ms: 0 }

const startedAt = new Date(performance.timeOrigin).toISOString()
const packageVersion = (): string =>
  String(
    (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: unknown }).version,
  )

/** The status of one service in this process for its heartbeats. */
export class ProcessStatus {
  private readonly id = randomUUID()
  private readonly version: string

  /** `version`: version of the build. Default: version of the package. */
  constructor(version = packageVersion()) {
    this.version = version
    delay.enable()
  }

  /** Memory, and the 99th percentile of the event loop delay since the last heartbeat. */
  snapshot(): ReplicaView {
    const memory = process.memoryUsage.rss()
    return { id: this.id, version: this.version, startedAt, memory, eventLoopMs: eventLoopDelay() }
  }

  get identity(): Pick<ReplicaView, 'id'> {
    return { id: this.id }
  }
}

function eventLoopDelay(): number {
  const now = performance.now()
  if (now - eventLoop.readAt < HEARTBEAT_INTERVAL_MS / 2) return eventLoop.ms
  const late = Math.max(0, delay.percentile(99) / 1e6 - RESOLUTION_MS)
  delay.reset()
  eventLoop = { readAt: now, ms: Number.isFinite(late) ? Math.round(late * 10) / 10 : 0 }
  return eventLoop.ms
}
