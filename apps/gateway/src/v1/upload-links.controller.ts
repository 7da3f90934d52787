import { type RouteInput, library, sharing, UPLOAD_LINK_LIMITS, v1 } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Header, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { Serves, successBody } from '../routing/serves.ts'
import { LibraryResponses, V1Presenter } from './responses.ts'
import { presentReceivedImage, presentUploadLink } from './presenters.ts'
import type { Caller } from '../session/caller.ts'
import { withOwnerTimeZone } from '../api/sharing/share-links.ts'
import { UploadLinks, toUploadLinkSettings } from '../api/guest-uploads/upload-links.ts'
import { toDecisionInput } from '../api/guest-uploads/upload-links.controllers.ts'

/** Upload links, and received photos that wait for approval. */
@Controller()
export class V1UploadLinksController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly links: UploadLinks,
    private readonly responses: LibraryResponses,
    private readonly presenter: V1Presenter,
  ) {}

  @Serves(v1.listUploadLinks)
  @Header('Cache-Control', 'no-store')
  async list(
    { params: { id } }: RouteInput<typeof v1.listUploadLinks>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const links = await this.links.listForAlbum(id, actor, request)
    return this.responses.send({ request, response }, { upload_links: links.map(presentUploadLink) })
  }

  @Serves(v1.createUploadLink)
  async create({ params, body }: RouteInput<typeof v1.createUploadLink>, { actor }: Caller, @Req() request: Request) {
    const settings = { ...toUploadLinkSettings(await withOwnerTimeZone(this.rpc, body, actor)), title: body.title }
    return presentUploadLink(await this.links.create(params.id, settings, actor, request))
  }

  @Serves(v1.getUploadLink)
  @Header('Cache-Control', 'no-store')
  async get(
    { params }: RouteInput<typeof v1.getUploadLink>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const link = await this.links.presentOne(await this.rpc.call(sharing.getUploadLink, params, actor), actor, request)
    return this.responses.send({ request, response }, presentUploadLink(link))
  }

  @Serves(v1.revokeUploadLink)
  async revoke({ params: { id } }: RouteInput<typeof v1.revokeUploadLink>, { actor }: Caller) {
    await this.rpc.call(sharing.closeUploadLink, { id, revoked: true }, actor)
    return successBody('The upload link was closed.')
  }

  @Serves(v1.listReceivedImages)
  @Header('Cache-Control', 'no-store')
  async listReceived(
    { params: { id }, query }: RouteInput<typeof v1.listReceivedImages>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const { guest_id: guestId, offset } = query
    const limit = Math.min(query.limit, UPLOAD_LINK_LIMITS.page)
    const input = { albumId: id, guestId, limit, offset }
    const { files, total, last } = await this.rpc.call(library.listReceived, input, actor)
    const images = files.map(file => presentReceivedImage(file, this.presenter.siteOf(request)))
    return this.responses.send({ request, response }, { images, last_id: last, total, limit, offset })
  }

  @Serves(v1.acceptReceivedImages)
  async accept({ params: { id }, body }: RouteInput<typeof v1.acceptReceivedImages>, { actor }: Caller) {
    const counts = await this.rpc.call(library.acceptReceived, toDecisionInput(id, body), actor)
    return { ...successBody('The images were added to the album.'), ...counts }
  }

  @Serves(v1.refuseReceivedImages)
  async refuse({ params: { id }, body }: RouteInput<typeof v1.refuseReceivedImages>, { actor }: Caller) {
    const counts = await this.rpc.call(library.refuseReceived, toDecisionInput(id, body), actor)
    return { ...successBody('The images were declined.'), ...counts }
  }
}
