import { type Asked, sharing, v1 } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Header, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { readThreads } from '../api/visitors/read-feedback.ts'
import { LibraryResponses } from '../cache/library-responses.ts'
import { presentShareChange } from '../presenters/share.ts'
import { Serves } from '../routing/serves.ts'
import type { Caller } from '../session/caller.ts'
import { presentCommentThread, presentPickedImage, presentPickList } from './presenters/share.ts'

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

/** What visitors of a link wrote about its images, for programs. */
@Controller()
export class V1CommentsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly answers: LibraryResponses,
  ) {}

  @Serves(v1.listComments)
  @Header('Cache-Control', 'no-store')
  async list(
    { params: { id }, query }: Asked<typeof v1.listComments>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const { limit, offset, state = 'all', image_id: photoId } = query
    const { threads, total } = await readThreads(this.rpc, { linkId: id, state, photoId, limit, offset }, actor)
    const answer = { threads: threads.map(presentCommentThread), total, limit, offset }
    return this.answers.send({ request, response }, answer)
  }
}

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
