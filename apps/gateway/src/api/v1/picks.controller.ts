import { type Asked, sharing, v1 } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Header, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { LibraryResponses } from '../../cache/library-responses.ts'
import { presentPickedImage, presentPickList } from '../../presenters/v1/share.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'

/** What visitors of a link picked, for programs. */
@Controller()
export class V1PicksController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly answers: LibraryResponses,
  ) {}

  @Serves(v1.listPickLists)
  @Header('Cache-Control', 'no-store')
  async lists(
    { params: { id }, query: { limit, offset } }: Asked<typeof v1.listPickLists>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const { lists: all } = await this.rpc.call(sharing.listPicks, { linkId: id }, actor)
    const lists = all.slice(offset, offset + limit).map(presentPickList)
    return this.answers.send({ request, response }, { lists, total: all.length, limit, offset })
  }

  @Serves(v1.listPickedImages)
  @Header('Cache-Control', 'no-store')
  async images(
    { params: { id }, query }: Asked<typeof v1.listPickedImages>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const { limit, offset, list_id: listId, only = 'all' } = query
    const asked = { linkId: id, listId, only, limit, offset }
    const { photos, total } = await this.rpc.call(sharing.listPickedPhotos, asked, actor)
    const images = photos.map(presentPickedImage)
    return this.answers.send({ request, response }, { images, total, limit, offset })
  }
}
