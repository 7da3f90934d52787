import { routes } from '@daymark/contracts'
import { Controller, Header, Res } from '@nestjs/common'
import type { Response } from 'express'
import { BuildVersion } from '../build-version.ts'
import { Readiness } from '../edge/lifecycle.ts'
import { Serves } from '../routing/serves.ts'
import type { Caller } from '../session/caller.ts'

@Controller()
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly version: BuildVersion,
  ) {}

  @Serves(routes.getHealth)
  @Header('Cache-Control', 'no-store')
  async health(_: unknown, __: Caller, @Res({ passthrough: true }) response: Response) {
    const { ok } = await this.ready(_, __, response)
    return { ok, status: ok ? 'ok' : 'unavailable' }
  }

  @Serves(routes.getVersion)
  @Header('Cache-Control', 'no-store')
  getVersion() {
    return { version: this.version.text }
  }

  @Serves(routes.getLiveness)
  @Header('Cache-Control', 'no-store')
  alive() {
    return { ok: true as const }
  }

  @Serves(routes.getReadiness)
  @Header('Cache-Control', 'no-store')
  async ready(_: unknown, __: Caller, @Res({ passthrough: true }) response: Response) {
    const ok = await this.readiness.check()
    response.status(ok ? 200 : 503)
    return { ok }
  }
}
