import { errors, library, routes } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { onceClosed } from '../../http/when-closed.ts'
import { Exports } from '../../media/export/exports.ts'
import { sendBody } from '../../http/send-body.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'

/** Downloads of one owner at a time: one, and the one that goes on where it broke. */
const AT_ONCE = 2
const RETRY_AFTER = 60

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
    // told once, however often a broken download goes on
    if (request.method === 'GET' && !request.headers.range) await this.rpc.call(library.beginExport, {}, actor)
    await sendBody(request, response, body)
  }

  private begin(userId: string, response: Response): void {
    const running = this.running.get(userId) ?? 0
    if (running >= AT_ONCE) throw errors.TOO_MANY_REQUESTS({ retryAfter: RETRY_AFTER })
    this.running.set(userId, running + 1)
    onceClosed(response, () => {
      const left = (this.running.get(userId) ?? 1) - 1
      if (left > 0) this.running.set(userId, left)
      else this.running.delete(userId)
    })
  }
}
