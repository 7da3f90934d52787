import { errors, library, routes } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { whenClosed } from '../../http/when-closed.ts'
import { Exports } from '../../media/export/exports.ts'
import { sendBody } from '../../http/send-body.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'

/** Concurrent exports of an owner: one, and one that resumes an interrupted download. */
const MAX_CONCURRENT = 2
const RETRY_AFTER_SECONDS = 60

@Controller()
export class ExportController {
  private readonly running = new Map<string, number>()

  constructor(
    private readonly rpc: RpcClient,
    private readonly exports: Exports,
  ) {}

  @Serves(routes.exportLibrary)
  async download(_: unknown, { actor }: Caller, @Req() request: Request, @Res() response: Response): Promise<void> {
    this.begin(actor.userId, response)
    const body = await this.exports.body(actor)
    // An export is recorded once, not again for each Range request that resumes it.
    if (request.method === 'GET' && !request.headers.range) await this.rpc.call(library.beginExport, {}, actor)
    await sendBody(request, response, body)
  }

  private begin(userId: string, response: Response): void {
    const running = this.running.get(userId) ?? 0
    if (running >= MAX_CONCURRENT) throw errors.TOO_MANY_REQUESTS({ retryAfter: RETRY_AFTER_SECONDS })
    this.running.set(userId, running + 1)
    whenClosed(response, () => {
      const remaining = (this.running.get(userId) ?? 1) - 1
      if (remaining > 0) this.running.set(userId, remaining)
      else this.running.delete(userId)
    })
  }
}
