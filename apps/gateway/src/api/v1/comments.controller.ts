import { type Asked, v1 } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Header, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { LibraryResponses } from '../../cache/library-responses.ts'
import { readThreads } from '../comments/read-threads.ts'
import { presentCommentThread } from '../../presenters/v1/share.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'

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
