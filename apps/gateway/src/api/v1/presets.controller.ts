import { type Asked, presets, v1 } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Header, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { LibraryResponses } from '../../cache/library-responses.ts'
import { presentPreset } from '../../presenters/share.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { Preflights } from '../sharing/preflight/preflights.ts'

/** What a program needs before it makes a link, and before it sends it to somebody. */
@Controller()
export class V1PresetsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly answers: LibraryResponses,
    private readonly preflights: Preflights,
  ) {}

  @Serves(v1.listPresets)
  @Header('Cache-Control', 'no-store')
  async list(_: unknown, { actor }: Caller, @Req() request: Request, @Res() response: Response) {
    const list = await this.rpc.call(presets.listPresets, {}, actor)
    return this.answers.send({ request, response }, { presets: list.map(presentPreset) })
  }

  @Serves(v1.checkShare)
  @Header('Cache-Control', 'no-store')
  async check(
    { params: { id } }: Asked<typeof v1.checkShare>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const { findings, ...report } = await this.preflights.ofLink(id, actor)
    return this.answers.send(
      { request, response },
      { ...report, findings: findings.map(({ images: _, ...one }) => one) },
    )
  }
}
