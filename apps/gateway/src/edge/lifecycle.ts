import { operations, ready, system } from '@daymark/contracts'
import {
  PlatformConfig,
  CachedCheck,
  RpcClient,
  ProcessStatus,
  HEARTBEAT_INTERVAL_MS,
  type Transport,
} from '@daymark/platform'
import type { Storage } from '@daymark/storage'
import { Injectable, type OnModuleDestroy } from '@nestjs/common'
import { HttpAdapterHost } from '@nestjs/core'
import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { ChangeStream } from '../events/change-stream.controller.ts'

/** The version in /api/version. Pages of another version offer to refresh (L-UPD-08). */
export class BuildVersion {
  readonly text: string
  /** The version of this process (DAYMARK_VERSION), as every service reports it. */
  readonly processVersion: string | undefined

  constructor(text = packageVersion(), processVersion?: string) {
    this.text = text
    this.processVersion = processVersion
  }
}

const packageVersion = (): string =>
  String(
    (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: unknown }).version,
  )

/** Services that users and visitors need for every page. */
const REQUIRED_SERVICES = [ready.identity, ready.billing, ready.library, ready.sharing]

/**
 * Whether the gateway can answer requests: the bus, the store and the required services are available. A gateway that is stopping is not
 * ready, so that no new requests arrive.
 */
export class Readiness {
  private isStopping = false
  private readonly cachedCheck: CachedCheck

  constructor(transport: Transport, storage: Storage, rpc: RpcClient) {
    const checkServices = () => REQUIRED_SERVICES.map(contract => rpc.call(contract, {}, system))
    this.cachedCheck = new CachedCheck(() => Promise.all([transport.ready(), storage.ready(), ...checkServices()]))
  }

  check(): Promise<boolean> {
    return this.isStopping ? Promise.resolve(false) : this.cachedCheck.get()
  }

  stop(): void {
    this.isStopping = true
  }
}

/** Interval of closing connections that became idle. */
const IDLE_CHECK_INTERVAL_MS = 50

/** Lets running requests finish, ends event streams, and closes idle connections, which would otherwise stay open for minutes. */
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
    const idleCheck = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_INTERVAL_MS)
    const deadline = setTimeout(() => server.closeAllConnections(), this.shutdownMs)
    server.once('close', () => {
      clearInterval(idleCheck)
      clearTimeout(deadline)
    })
  }
}

/** Timeout of a call to the admin service. It is short because the last call delays the shutdown. */
const HEARTBEAT_TIMEOUT_MS = 1000

/** Reports this gateway to the admin service. Other services record their replicas in their databases, but the gateway has none. */
@Injectable()
export class GatewayHeartbeat implements OnModuleDestroy {
  private timer?: NodeJS.Timeout
  private lastCall: Promise<unknown> = Promise.resolve()
  private readonly processStatus: ProcessStatus
  constructor(
    private readonly rpc: RpcClient,
    version: BuildVersion,
  ) {
    this.processStatus = new ProcessStatus(version.processVersion)
  }

  start(): void {
    this.send(false)
    this.timer = setInterval(() => this.send(false), HEARTBEAT_INTERVAL_MS)
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer)
    const isStarted = this.timer !== undefined
    if (isStarted) this.send(true)
    await this.lastCall
  }

  /** Errors are ignored, because the next heartbeat reports the same status again. */
  private send(isStopping: boolean): void {
    const replica = this.processStatus.snapshot()
    this.lastCall = this.lastCall.then(() =>
      this.rpc
        .call(operations.recordGatewayHeartbeat, { replica, isStopping }, system, HEARTBEAT_TIMEOUT_MS)
        .catch(() => undefined),
    )
  }
}
