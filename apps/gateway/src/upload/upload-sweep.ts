import { library, system } from '@daymark/contracts'
import { Clock, type Logger, RpcClient } from '@daymark/platform'
import { Storage } from '@daymark/storage'
import type { OnModuleDestroy } from '@nestjs/common'
import { GatewayConfig } from '../config.ts'
import { recentPrefixes } from './object-keys.ts'
import type { ResumableUploads } from './resumable-uploads.ts'
import type { Uploads } from './uploads.ts'

const BATCH = 1000
const MINUTE_MS = 60_000

export type SweepParts = {
  storage: Storage
  rpc: RpcClient
  config: GatewayConfig
  clock: Clock
  uploads: Uploads
  resumables: ResumableUploads
  log: Logger
}

/**
 * Removes what crashed uploads left: files that were stored completely but never became a photo, and beginnings that nobody came
 * back for. Every replica may do it, also at the same time: library is asked about each file, and removing twice is no error.
 */
export class UploadSweep implements OnModuleDestroy {
  private timer?: NodeJS.Timeout
  private running?: Promise<number>
  private readonly storage: Storage
  private readonly rpc: RpcClient
  private readonly config: GatewayConfig
  private readonly clock: Clock
  private readonly uploads: Uploads
  private readonly resumables: ResumableUploads
  private readonly log: Logger

  constructor(parts: SweepParts) {
    this.storage = parts.storage
    this.rpc = parts.rpc
    this.config = parts.config
    this.clock = parts.clock
    this.uploads = parts.uploads
    this.resumables = parts.resumables
    this.log = parts.log
  }

  start(): void {
    const tick = () => void this.sweep().catch(error => this.log.warn({ err: error, event: 'sweep.failed' }))
    this.timer = setInterval(tick, this.config.sweepAfterMinutes * MINUTE_MS)
    this.timer.unref()
    tick()
  }

  /** How many files were removed. */
  sweep(): Promise<number> {
    this.running ??= this.removeLeftovers().finally(() => (this.running = undefined))
    return this.running
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer)
    await this.running?.catch(() => 0)
  }

  private async removeLeftovers(): Promise<number> {
    let removed = await this.resumables.sweep(this.clock.now())
    let batch: string[] = []
    for await (const key of this.candidates()) {
      batch.push(key)
      if (batch.length < BATCH) continue
      removed += await this.removeUnregistered(batch)
      batch = []
    }
    removed += await this.removeUnregistered(batch)
    if (removed > 0) this.log.info({ event: 'sweep.removed', removed })
    return removed
  }

  /** Stored long enough ago that the call which makes a photo of it is over. */
  private async *candidates(): AsyncGenerator<string> {
    const now = this.clock.now()
    const before = now.getTime() - this.config.sweepAfterMinutes * MINUTE_MS
    for (const prefix of recentPrefixes(now))
      for await (const { key, modified } of this.storage.list(prefix))
        if (modified.getTime() < before && !this.uploads.isUnderWay(key)) yield key
  }

  private async removeUnregistered(keys: string[]): Promise<number> {
    if (keys.length === 0) return 0
    const { unregistered } = await this.rpc.call(library.findUnregistered, { keys }, system)
    await this.storage.remove(unregistered)
    return unregistered.length
  }
}
