import { operations, system } from '@daymark/contracts'
import { RpcClient, ProcessStatus, HEARTBEAT_INTERVAL_MS } from '@daymark/platform'
import { Injectable, type OnModuleDestroy } from '@nestjs/common'
import { BuildVersion } from './build-version.ts'

/** At the end nobody waits for long. */
const GOODBYE_MS = 1000

/** Tells admin that this gateway is there, as services write it down in their own databases. */
@Injectable()
export class InstanceTold implements OnModuleDestroy {
  private timer?: NodeJS.Timeout
  private telling: Promise<unknown> = Promise.resolve()
  private readonly self: ProcessStatus
  constructor(
    private readonly rpc: RpcClient,
    version: BuildVersion,
  ) {
    this.self = new ProcessStatus(version.ofProcess)
  }

  start(): void {
    this.tell(false)
    this.timer = setInterval(() => this.tell(false), HEARTBEAT_INTERVAL_MS)
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer)
    const isKnown = this.timer !== undefined
    this.self.end()
    if (isKnown) this.tell(true)
    await this.telling
  }

  /** While admin is away nobody can look either. */
  private tell(isOver: boolean): void {
    const before = this.telling
    const replica = this.self.snapshot()
    this.telling = before.then(() =>
      this.rpc.call(operations.tellGateway, { replica, isOver }, system, GOODBYE_MS).catch(() => undefined),
    )
  }
}
