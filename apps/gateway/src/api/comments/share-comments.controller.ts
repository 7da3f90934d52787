import { type Asked, COMMENTS, routes, sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Header } from '@nestjs/common'
import { paging } from '../../helpers/paging.ts'
import { succeeded } from '../../helpers/succeeded.ts'
import { presentShareComments } from '../../presenters/comments.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'

/** The owner reads and answers what visitors of a link wrote. */
@Controller()
export class ShareCommentsController {
  constructor(private readonly rpc: RpcClient) {}

  @Serves(routes.getShareComments)
  @Header('Cache-Control', 'no-store')
  async list({ params, query }: Asked<typeof routes.getShareComments>, { actor }: Caller) {
    const { limit, offset } = paging(query, COMMENTS.page)
    const which = { linkId: params.id, state: query.state ?? 'all', photoId: query.image_id }
    const page = { ...which, limit: Math.min(limit, COMMENTS.page), offset }
    return presentShareComments(await this.rpc.call(sharing.listComments, page, actor))
  }

  @Serves(routes.answerComment)
  async answer({ params, body: { text } }: Asked<typeof routes.answerComment>, { actor }: Caller) {
    await this.rpc.call(sharing.answerComment, { linkId: params.id, threadId: params.thread, text }, actor)
    return succeeded('The answer was sent.')
  }

  @Serves(routes.resolveThread)
  async resolve({ params, body: { resolved } }: Asked<typeof routes.resolveThread>, { actor }: Caller) {
    await this.rpc.call(sharing.resolveThread, { linkId: params.id, threadId: params.thread, resolved }, actor)
    return succeeded(resolved ? 'The thread was resolved.' : 'The thread was reopened.')
  }

  @Serves(routes.removeComment)
  async remove({ params }: Asked<typeof routes.removeComment>, { actor }: Caller) {
    await this.rpc.call(sharing.removeComment, { linkId: params.id, commentId: params.comment }, actor)
    return succeeded('The comment was removed.')
  }
}
