import { errors, v1 } from '@daymark/contracts'
import { Controller, Header, Res } from '@nestjs/common'
import type { Response } from 'express'
import { Readiness } from '../../readiness.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'

/** About the interface itself. */
@Controller()
export class StatusController {
  constructor(private readonly readiness: Readiness) {}

  @Serves(v1.getHealth)
  @Header('Cache-Control', 'no-store')
  async health(_: unknown, __: Caller, @Res({ passthrough: true }) response: Response) {
    const ok = await this.readiness.check()
    response.status(ok ? 200 : 503)
    return { ok, status: ok ? 'ok' : 'unavailable' }
  }

  @Serves(v1.getVersion)
  @Header('Cache-Control', 'no-store')
  version() {
    return { version: 'v1.0.0' as const }
  }

  @Serves(v1.getRateLimit)
  rateLimit(_: unknown, { allowance }: Caller) {
    if (!allowance) throw errors.TOKEN_REQUIRED()
    const { limit, remaining, resetMs } = allowance
    return { limit, remaining, reset: Math.ceil(resetMs / 1000) }
  }
}
