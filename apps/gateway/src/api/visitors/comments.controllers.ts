import { anonymous, type RouteInput, COMMENT_LIMITS, routes, sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Header, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { presentGalleryComments, presentImageComments, presentShareComments } from '../../presenters/visitors.ts'
import { parsePaging } from '../../routing/parameters.ts'
import { Serves, successBody } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { VisitorIdentities } from '../../visitors/visitors.ts'
import { MailAvailability } from '../installation.controllers.ts'

/** Comments of visitors, for the owner of the link and for visitors of the gallery. */
@Controller()
export class CommentsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly visitors: VisitorIdentities,
    private readonly mail: MailAvailability,
  ) {}

  @Serves(routes.getShareComments)
  @Header('Cache-Control', 'no-store')
  async list({ params, query }: RouteInput<typeof routes.getShareComments>, { actor }: Caller) {
    const { limit, offset } = parsePaging(query, COMMENT_LIMITS.page)
    const filter = { linkId: params.id, state: query.state ?? 'all', photoId: query.image_id }
    const page = { ...filter, limit: Math.min(limit, COMMENT_LIMITS.page), offset }
    return presentShareComments(await this.rpc.call(sharing.listComments, page, actor))
  }

  @Serves(routes.answerComment)
  async answer({ params, body: { text } }: RouteInput<typeof routes.answerComment>, { actor }: Caller) {
    await this.rpc.call(sharing.answerComment, { linkId: params.id, threadId: params.thread, text }, actor)
    return successBody('The reply was sent.')
  }

  @Serves(routes.resolveThread)
  async resolve({ params, body: { resolved } }: RouteInput<typeof routes.resolveThread>, { actor }: Caller) {
    await this.rpc.call(sharing.resolveThread, { linkId: params.id, threadId: params.thread, resolved }, actor)
    return successBody(resolved ? 'The thread was resolved.' : 'The thread was reopened.')
  }

  @Serves(routes.removeComment)
  async remove({ params }: RouteInput<typeof routes.removeComment>, { actor }: Caller) {
    await this.rpc.call(sharing.removeComment, { linkId: params.id, commentId: params.comment }, actor)
    return successBody('The comment was removed.')
  }

  @Serves(routes.getGalleryComments)
  @Header('Cache-Control', 'no-store')
  async countComments({ params }: RouteInput<typeof routes.getGalleryComments>, _: Caller, @Req() request: Request) {
    const proof = await this.visitors.getProof(params.token, request)
    return presentGalleryComments(await this.rpc.call(sharing.countComments, proof, anonymous))
  }

  @Serves(routes.getImageComments)
  @Header('Cache-Control', 'no-store')
  async getImageComments({ params }: RouteInput<typeof routes.getImageComments>, _: Caller, @Req() request: Request) {
    const proof = await this.visitors.getProof(params.token, request)
    const input = { ...proof, photoId: params.image }
    return presentImageComments(await this.rpc.call(sharing.listPhotoComments, input, anonymous))
  }

  @Serves(routes.writeComment)
  async writeComment(
    { params, body }: RouteInput<typeof routes.writeComment>,
    { actor }: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { image_id: photoId, thread_id: threadId, text, point, name, email } = body
    const proof = await this.visitors.getProofWithVisit(params.token, request)
    const comment = { photoId, threadId, text, point: point ?? undefined, address: request.ip ?? '' }
    const author = { name, email: email ?? undefined, byMail: Boolean(email) && (await this.mail.isSetUp()) }
    const { key, ...threads } = await this.rpc.call(sharing.writeComment, { ...proof, ...comment, ...author }, actor)
    if (key !== undefined) this.visitors.setKey(proof.token, key, response)
    return presentImageComments(threads)
  }

  @Serves(routes.resolveOwnThread)
  async resolveOwnThread(
    { params, body: { resolved } }: RouteInput<typeof routes.resolveOwnThread>,
    _: Caller,
    @Req() request: Request,
  ) {
    const proof = await this.visitors.getProof(params.token, request)
    const input = { ...proof, threadId: params.thread, resolved }
    return presentImageComments(await this.rpc.call(sharing.resolveOwnThread, input, anonymous))
  }

  @Serves(routes.removeOwnComment)
  async removeOwnComment({ params }: RouteInput<typeof routes.removeOwnComment>, _: Caller, @Req() request: Request) {
    const proof = await this.visitors.getProof(params.token, request)
    const input = { ...proof, commentId: params.comment }
    return presentImageComments(await this.rpc.call(sharing.removeOwnComment, input, anonymous))
  }
}
