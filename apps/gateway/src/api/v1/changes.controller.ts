import { type Asked, sharing, v1 } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Header, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { LibraryResponses } from '../../cache/library-responses.ts'
import { presentShareChange } from '../../presenters/share.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'

/** What is new in the gallery of a link, for programs. */
@Controller()
export class V1ChangesController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly answers: LibraryResponses,
  ) {}

  @Serves(v1.listShareChanges)
  @Header('Cache-Control', 'no-store')
  async changes(
    { params: { id: linkId }, query: { since, limit, offset } }: Asked<typeof v1.listShareChanges>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const asked = { linkId, since: since === undefined ? undefined : Number(since), limit, offset }
    const { upTo, photos, total } = await this.rpc.call(sharing.listChanges, asked, actor)
    const images = photos.map(presentShareChange)
    return this.answers.send({ request, response }, { images, mark: String(upTo), total, limit, offset })
  }
}
