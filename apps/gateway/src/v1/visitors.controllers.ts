import { type RouteInput, sharing, v1 } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Header, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { readThreads } from '../api/visitors/feedback-exports.ts'
import { LibraryResponses } from './responses.ts'
import { presentShareChange } from '../presenters/share.ts'
import { Serves } from '../routing/serves.ts'
import type { Caller } from '../session/caller.ts'
import { presentCommentThread, presentPickedImage, presentPickList } from './presenters.ts'

/** Picks and comments of visitors of a link, and changes in its gallery. */
@Controller()
export class V1VisitorsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly responses: LibraryResponses,
  ) {}

  @Serves(v1.listPickLists)
  @Header('Cache-Control', 'no-store')
  async listPickLists(
    { params: { id }, query: { limit, offset } }: RouteInput<typeof v1.listPickLists>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const { lists: allLists } = await this.rpc.call(sharing.listPicks, { linkId: id }, actor)
    const lists = allLists.slice(offset, offset + limit).map(presentPickList)
    return this.responses.send({ request, response }, { lists, total: allLists.length, limit, offset })
  }

  @Serves(v1.listPickedImages)
  @Header('Cache-Control', 'no-store')
  async listPickedImages(
    { params: { id }, query }: RouteInput<typeof v1.listPickedImages>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const { limit, offset, list_id: listId, only = 'all' } = query
    const input = { linkId: id, listId, only, limit, offset }
    const { photos, total } = await this.rpc.call(sharing.listPickedPhotos, input, actor)
    const images = photos.map(presentPickedImage)
    return this.responses.send({ request, response }, { images, total, limit, offset })
  }

  @Serves(v1.listComments)
  @Header('Cache-Control', 'no-store')
  async listComments(
    { params: { id }, query }: RouteInput<typeof v1.listComments>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const { limit, offset, state = 'all', image_id: photoId } = query
    const { threads, total } = await readThreads(this.rpc, { linkId: id, state, photoId, limit, offset }, actor)
    const content = { threads: threads.map(presentCommentThread), total, limit, offset }
    return this.responses.send({ request, response }, content)
  }

  @Serves(v1.listShareChanges)
  @Header('Cache-Control', 'no-store')
  async listChanges(
    { params: { id: linkId }, query: { since, limit, offset } }: RouteInput<typeof v1.listShareChanges>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const input = { linkId, since: since === undefined ? undefined : Number(since), limit, offset }
    const { upTo, photos, total } = await this.rpc.call(sharing.listChanges, input, actor)
    const images = photos.map(presentShareChange)
    return this.responses.send({ request, response }, { images, mark: String(upTo), total, limit, offset })
  }
}
