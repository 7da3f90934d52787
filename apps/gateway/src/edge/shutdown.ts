import type { Server } from 'node:http'
import { PlatformConfig } from '@daymark/platform'
import { Injectable, type OnModuleDestroy } from '@nestjs/common'
import { HttpAdapterHost } from '@nestjs/core'
import { ChangeStream } from '../events/change-stream.ts'
import { Readiness } from '../readiness.ts'

/** How often connections that have finished their last answer are looked for. */
const LOOK_MS = 50

/** What is in flight finishes; streams that never end are ended; idle connections are closed, or they would hold the server for minutes. */
@Injectable()
export class Shutdown implements OnModuleDestroy {
  private readonly host: HttpAdapterHost
  private readonly readiness: Readiness
  private readonly stream: ChangeStream
  private readonly patienceMs: number

  constructor(host: HttpAdapterHost, readiness: Readiness, stream: ChangeStream, platform: PlatformConfig) {
    this.host = host
    this.readiness = readiness
    this.stream = stream
    this.patienceMs = platform.shutdownMs
  }

  onModuleDestroy(): void {
    this.readiness.stop()
    this.stream.close()
    const server: Server = this.host.httpAdapter.getHttpServer()
    const looking = setInterval(() => server.closeIdleConnections(), LOOK_MS)
    const patience = setTimeout(() => server.closeAllConnections(), this.patienceMs)
    server.once('close', () => {
      clearInterval(looking)
      clearTimeout(patience)
    })
  }
}
