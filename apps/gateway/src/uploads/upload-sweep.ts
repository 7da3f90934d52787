import { library, system, MINUTE_MS } from '@daymark/contracts'
import { Clock, type Logger, RpcClient } from '@daymark/platform'
import { type ObjectEntry, OrphanSweep, Storage } from '@daymark/storage'
import type { OnModuleDestroy } from '@nestjs/common'
import type { GatewayConfig, StorageConfig } from '../config.ts'
import { ORIGINALS_PREFIX } from './store-file.ts'
import type { ResumableUploads } from './resumable-uploads.ts'
import type { StoreOwner } from './store-owner.ts'
import type { Uploads } from './uploads.ts'

type UploadSweepDependencies = {
  storage: Storage
  rpc: RpcClient
  config: GatewayConfig
  storageConfig: StorageConfig
  clock: Clock
  owner: StoreOwner
  uploads: Uploads
  resumables: ResumableUploads
  log: Logger
}

/**
 * Removes leftovers of interrupted uploads: stored files that never became a photo, and expired partial uploads. Every replica runs the
 * sweep; replicas may run it at the same time.
 */
export class UploadSweep implements OnModuleDestroy {
  private timer?: NodeJS.Timeout
  private running?: Promise<number>
  private readonly orphans: OrphanSweep

  constructor(private readonly dependencies: UploadSweepDependencies) {
    this.orphans = new OrphanSweep(dependencies.storage, {
      kind: ORIGINALS_PREFIX,
      quarantineDays: dependencies.storageConfig.quarantineDays,
      installation: () => dependencies.owner.getInstallation(),
      isSuspect: entry => this.isSuspect(entry),
      findOrphans: keys => this.findUnregistered(keys),
      remove: async keys => {
        await dependencies.storage.remove(keys)
        return keys.length
      },
    })
  }

  start(): void {
    const { config, log } = this.dependencies
    const runSweep = () => void this.sweep().catch(error => log.warn({ err: error, event: 'sweep.failed' }))
    this.timer = setInterval(runSweep, config.sweepAfterMinutes * MINUTE_MS)
    this.timer.unref()
    runSweep()
  }

  /** Returns the number of removed files. */
  sweep(): Promise<number> {
    this.running ??= this.removeLeftovers().finally(() => (this.running = undefined))
    return this.running
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer)
    await this.running?.catch(() => 0)
  }

  private async removeLeftovers(): Promise<number> {
    const { clock, log, owner, resumables } = this.dependencies
    const objection = await owner.findObjection()
    if (objection !== undefined) {
      log.warn({ event: 'sweep.refused', kind: ORIGINALS_PREFIX, objection, help: 'daymark doctor' })
      return 0
    }
    const expired = await resumables.sweep(clock.now())
    const { quarantined, released, removed } = await this.orphans.run(clock.now())
    if (expired + quarantined + released + removed > 0)
      log.info({ event: 'sweep.done', kind: ORIGINALS_PREFIX, expired, quarantined, released, removed })
    return expired + removed
  }

  /** Whether the file is so old that the call that registers it must have ended. */
  private isSuspect({ key, modified }: ObjectEntry): boolean {
    const { clock, config, uploads } = this.dependencies
    return clock.now().getTime() - modified.getTime() > config.sweepAfterMinutes * MINUTE_MS && !uploads.isRunning(key)
  }

  private async findUnregistered(keys: string[]): Promise<string[]> {
    return (await this.dependencies.rpc.call(library.findUnregistered, { keys }, system)).unregistered
  }
}
