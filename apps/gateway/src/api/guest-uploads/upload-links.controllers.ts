import { type RouteInput, errors, library, routes, sharing, VARIANT_SIZES } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Header, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { FileSender } from '../../media/file-sender.ts'
import { presentReceivedPhoto } from '../../presenters/uploads.ts'
import { Serves, successBody } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { withOwnerTimeZone } from '../sharing/share-links.ts'
import { UploadLinks, toUploadLinkSettings } from './upload-links.ts'

/** Upload links of an owner (rule 148), and received photos that wait for the approval of the owner (rule 151). */
@Controller()
export class UploadLinksController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly links: UploadLinks,
    private readonly files: FileSender,
  ) {}

  /** The response is not cached, because anyone with a URL in it can send photos. */
  @Serves(routes.listUploadLinks)
  @Header('Cache-Control', 'no-store')
  async list(
    { params: { id } }: RouteInput<typeof routes.listUploadLinks>,
    { actor }: Caller,
    @Req() request: Request,
  ) {
    return { links: await this.links.listForAlbum(id, actor, request) }
  }

  @Serves(routes.createUploadLink)
  async create(
    { params, body }: RouteInput<typeof routes.createUploadLink>,
    { actor }: Caller,
    @Req() request: Request,
  ) {
    const settings = { ...toUploadLinkSettings(await withOwnerTimeZone(this.rpc, body, actor)), title: body.title }
    return this.links.create(params.id, settings, actor, request)
  }

  @Serves(routes.getUploadLink)
  @Header('Cache-Control', 'no-store')
  async get({ params }: RouteInput<typeof routes.getUploadLink>, { actor }: Caller, @Req() request: Request) {
    return this.links.presentOne(await this.rpc.call(sharing.getUploadLink, params, actor), actor, request)
  }

  @Serves(routes.updateUploadLink)
  async update(
    { params, body }: RouteInput<typeof routes.updateUploadLink>,
    { actor }: Caller,
    @Req() request: Request,
  ) {
    const input = { id: params.id, ...toUploadLinkSettings(await withOwnerTimeZone(this.rpc, body, actor)) }
    return this.links.presentOne(await this.rpc.call(sharing.updateUploadLink, input, actor), actor, request)
  }

  @Serves(routes.closeUploadLink)
  async close(
    { params: { id } }: RouteInput<typeof routes.closeUploadLink>,
    { actor }: Caller,
    @Req() request: Request,
  ) {
    const link = await this.rpc.call(sharing.closeUploadLink, { id, revoked: true }, actor)
    return { ...successBody('The link was closed.'), link: await this.links.presentOne(link, actor, request) }
  }

  @Serves(routes.openUploadLink)
  async open({ params: { id } }: RouteInput<typeof routes.openUploadLink>, { actor }: Caller, @Req() request: Request) {
    const link = await this.rpc.call(sharing.closeUploadLink, { id, revoked: false }, actor)
    return { ...successBody('The link is active again.'), link: await this.links.presentOne(link, actor, request) }
  }

  @Serves(routes.deleteUploadLink)
  async remove({ params: { id } }: RouteInput<typeof routes.deleteUploadLink>, { actor }: Caller) {
    await this.rpc.call(sharing.deleteUploadLink, { id }, actor)
    return successBody('The link was deleted.')
  }

  @Serves(routes.listReceived)
  @Header('Cache-Control', 'no-store')
  async listReceived({ params: { id }, query }: RouteInput<typeof routes.listReceived>, { actor }: Caller) {
    const { guest_id: guestId, limit, offset } = query
    const input = { albumId: id, guestId, limit, offset }
    const { guests, files, total, last } = await this.rpc.call(library.listReceived, input, actor)
    const presentGuest = ({ id: guest, linkId, name, waiting }: (typeof guests)[number]) => ({
      id: guest,
      link_id: linkId,
      name,
      waiting_count: waiting,
    })
    return {
      guests: guests.map(presentGuest),
      images: files.map(presentReceivedPhoto),
      last_id: last,
      total,
      limit,
      offset,
    }
  }

  @Serves(routes.acceptReceived)
  async acceptReceived({ params: { id }, body }: RouteInput<typeof routes.acceptReceived>, { actor }: Caller) {
    const result = await this.rpc.call(library.acceptReceived, toDecisionInput(id, body), actor)
    return {
      ...successBody(result.accepted === 1 ? 'The photo was added.' : `${result.accepted} photos were added.`),
      ...result,
    }
  }

  @Serves(routes.refuseReceived)
  async refuseReceived({ params: { id }, body }: RouteInput<typeof routes.refuseReceived>, { actor }: Caller) {
    const result = await this.rpc.call(library.refuseReceived, toDecisionInput(id, body), actor)
    return {
      ...successBody(result.refused === 1 ? 'The photo was declined.' : `${result.refused} photos were declined.`),
      ...result,
    }
  }

  @Serves(routes.getReceivedPicture)
  async getReceivedPicture(
    { params: { id, file } }: RouteInput<typeof routes.getReceivedPicture>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const size = VARIANT_SIZES.find(variantSize => `${variantSize}.jpg` === file)
    if (!size) throw errors.RECEIVED_NOT_FOUND()
    const storedFile = await this.rpc.call(library.locateReceived, { id, size }, actor)
    await this.files.send(request, response, { file: storedFile, disposition: 'inline' })
  }
}

type DecisionBody = RouteInput<typeof routes.acceptReceived>['body']
export const toDecisionInput = (albumId: string, body: DecisionBody) => {
  const { image_ids: ids, guest_id: guestId, until_id: until } = body
  return { albumId, ids, guestId, until }
}
