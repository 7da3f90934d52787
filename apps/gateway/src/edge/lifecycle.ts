import { operations, ready, system } from '@daymark/contracts'
import { PlatformConfig, RecentAnswer, RpcClient, ThisProcess, HEARTBEAT_MS, type Transport } from '@daymark/platform'
import type { Storage } from '@daymark/storage'
import { Injectable, type OnModuleDestroy } from '@nestjs/common'
import { HttpAdapterHost } from '@nestjs/core'
import type { Server } from 'node:http'
import { BuildVersion } from '../build-version.ts'
import { ChangeStream } from '../events/change-stream.ts'

/** Without these a signed-in person or a visitor gets nothing. Photos wait for media, and administration waits for admin. */
const NEEDED = [ready.identity, ready.billing, ready.library, ready.sharing]

/** Can bus, store and the services with their database be used? Not ready while stopping, so that no new work is sent here. */
export class Readiness {
  private stopping = false
  private readonly answer: RecentAnswer

  constructor(transport: Transport, storage: Storage, rpc: RpcClient) {
    const services = () => NEEDED.map(contract => rpc.call(contract, {}, system))
    this.answer = new RecentAnswer(() => Promise.all([transport.ready(), storage.ready(), ...services()]))
  }

  check(): Promise<boolean> {
    return this.stopping ? Promise.resolve(false) : this.answer.get()
  }

  stop(): void {
    this.stopping = true
  }
}

/** Between two checks for connections that have finished their last answer. */
const CHECK_MS = 50

/** What is in flight finishes; streams that never end are ended; idle connections are closed, or they would hold the server for minutes. */
@Injectable()
export class Shutdown implements OnModuleDestroy {
  private readonly shutdownMs: number

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly readiness: Readiness,
    private readonly stream: ChangeStream,
    platform: PlatformConfig,
  ) {
    this.shutdownMs = platform.shutdownMs
  }

  onModuleDestroy(): void {
    this.readiness.stop()
    this.stream.close()
    const server: Server = this.host.httpAdapter.getHttpServer()
    const idleCheck = setInterval(() => server.closeIdleConnections(), CHECK_MS)
    const deadline = setTimeout(() => server.closeAllConnections(), this.shutdownMs)
    server.once('close', () => {
      clearInterval(idleCheck)
      clearTimeout(deadline)
    })
  }
}

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
