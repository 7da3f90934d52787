import { operations, system } from '@daymark/contracts'
import { HEARTBEAT_MS, RpcClient, ThisProcess } from '@daymark/platform'
import { Injectable, type OnModuleDestroy } from '@nestjs/common'
import { BuildVersion } from './build-version.ts'

/** Shutdown does not wait longer than this for the admin service. */
const TIMEOUT_MS = 1000

/** Reports this process to the admin service. Services with a database record their own heartbeat; the gateway has none. */
@Injectable()
export class GatewayHeartbeat implements OnModuleDestroy {
  private timer?: NodeJS.Timeout
  private lastCall: Promise<unknown> = Promise.resolve()
  private readonly self: ThisProcess
  constructor(
    private readonly rpc: RpcClient,
    version: BuildVersion,
  ) {
    this.self = new ThisProcess(version.ofProcess)
  }

  start(): void {
    this.send(false)
    this.timer = setInterval(() => this.send(false), HEARTBEAT_MS)
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer)
    const isStarted = this.timer !== undefined
    this.self.end()
    if (isStarted) this.send(true)
    await this.lastCall
  }

  /** Failures are ignored: while the admin service is down, its System page is down too. */
  private send(isStopping: boolean): void {
    const replica = this.self.heartbeat()
    this.lastCall = this.lastCall.then(() =>
      this.rpc
        .call(operations.recordGatewayHeartbeat, { replica, isStopping }, system, TIMEOUT_MS)
        .catch(() => undefined),
    )
  }
}
