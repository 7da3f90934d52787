import { operations, ready, system } from '@daymark/contracts'
import { PlatformConfig, RecentAnswer, RpcClient, ThisProcess, TOLD_MS, type Transport } from '@daymark/platform'
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

/** At the end nobody waits for long. */
const GOODBYE_MS = 1000

/** Tells admin that this gateway is there, as services write it down in their own databases. */
@Injectable()
export class InstanceTold implements OnModuleDestroy {
  private timer?: NodeJS.Timeout
  private telling: Promise<unknown> = Promise.resolve()
  private readonly self: ThisProcess
  constructor(
    private readonly rpc: RpcClient,
    version: BuildVersion,
  ) {
    this.self = new ThisProcess(version.ofProcess)
  }

  start(): void {
    this.tell(false)
    this.timer = setInterval(() => this.tell(false), TOLD_MS)
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
    const replica = this.self.told()
    this.telling = before.then(() =>
      this.rpc.call(operations.tellGateway, { replica, isOver }, system, GOODBYE_MS).catch(() => undefined),
    )
  }
}
