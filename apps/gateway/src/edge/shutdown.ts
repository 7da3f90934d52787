import type { Server } from 'node:http'
import { PlatformConfig } from '@daymark/platform'
import { Injectable, type OnModuleDestroy } from '@nestjs/common'
import { HttpAdapterHost } from '@nestjs/core'
import { ChangeStream } from '../events/change-stream.ts'
import { Readiness } from '../readiness.ts'

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
