import { type http } from '@daymark/contracts'
import { Controller, Get, Header, Res } from '@nestjs/common'
import type { Response } from 'express'
import type { z } from 'zod'
import { Readiness } from '../readiness.ts'
import { OutOfTurn } from '../session/in-turn.ts'
import { Open } from '../session/session.guard.ts'
import { BuildVersion } from '../build-version.ts'

@Controller()
@Open()
@OutOfTurn()
export class HealthController {
  private readonly readiness: Readiness
  private readonly version: BuildVersion

  constructor(readiness: Readiness, version: BuildVersion) {
    this.readiness = readiness
    this.version = version
  }

  /** L-API-06: can what is needed be reached? */
  @Get('api/health')
  @Header('Cache-Control', 'no-store')
  async health(@Res({ passthrough: true }) response: Response): Promise<z.infer<typeof http.health>> {
    const ok = await this.readiness.check()
    response.status(ok ? 200 : 503)
    return { ok, status: ok ? 'ok' : 'unavailable' }
  }

  /** L-API-05. */
  @Get('api/version')
  @Header('Cache-Control', 'no-store')
  getVersion(): z.infer<typeof http.version> {
    return { version: this.version.text }
  }

  /** The process lives; says nothing of what it needs, so that no orchestrator restarts it for another's fault. */
  @Get('healthz')
  @Header('Cache-Control', 'no-store')
  alive(): { ok: true } {
    return { ok: true }
  }

  @Get('readyz')
  @Header('Cache-Control', 'no-store')
  async ready(@Res({ passthrough: true }) response: Response): Promise<{ ok: boolean }> {
    const ok = await this.readiness.check()
    response.status(ok ? 200 : 503)
    return { ok }
  }
}
