import { anonymous, type RouteInput, errors, library, type OwnPickList, routes, sharing } from '@daymark/contracts'
import { Clock, RpcClient } from '@daymark/platform'
import { Controller, Header, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { sendBody } from '../../http/send-body.ts'
import {
  presentAlbumPicks,
  presentOwnPicks,
  presentPickedImages,
  presentSharePicks,
} from '../../presenters/visitors.ts'
import { parsePaging } from '../../routing/parameters.ts'
import { Serves, successBody } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { VisitorIdentities } from '../../visitors/visitors.ts'
import { MailAvailability } from '../installation.controllers.ts'
import { PickExports } from './feedback-exports.ts'

const MAX_PAGE_SIZE = 200

/** Pick lists of visitors, for the owner of the link and for the visitors. */
@Controller()
export class PicksController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly exports: PickExports,
    private readonly clock: Clock,
    private readonly visitors: VisitorIdentities,
    private readonly mail: MailAvailability,
  ) {}

  @Serves(routes.getSharePicks)
  @Header('Cache-Control', 'no-store')
  async listLists({ params }: RouteInput<typeof routes.getSharePicks>, { actor }: Caller) {
    return presentSharePicks(await this.rpc.call(sharing.listPicks, { linkId: params.id }, actor))
  }

  @Serves(routes.listPickedImages)
  @Header('Cache-Control', 'no-store')
  async listImages({ params, query }: RouteInput<typeof routes.listPickedImages>, { actor }: Caller) {
    const { limit, offset } = parsePaging(query, MAX_PAGE_SIZE)
    const filter = { linkId: params.id, listId: query.list_id, only: query.only ?? 'all' }
    const page = { ...filter, limit: Math.min(limit, MAX_PAGE_SIZE), offset }
    return presentPickedImages(await this.rpc.call(sharing.listPickedPhotos, page, actor))
  }

  @Serves(routes.getAlbumPicks)
  @Header('Cache-Control', 'no-store')
  async listForAlbum({ params, query }: RouteInput<typeof routes.getAlbumPicks>, { actor }: Caller) {
    const input = { albumId: params.id, by: query.by || undefined }
    const [picks] = await Promise.all([
      this.rpc.call(sharing.listAlbumPicks, input, actor),
      // The sharing service knows only shared albums, so the library service checks that the album belongs to the caller.
      this.rpc.call(library.getAlbumVersion, { id: params.id }, actor),
    ])
    return presentAlbumPicks(picks)
  }

  @Serves(routes.exportPicks)
  async export(
    { params, query }: RouteInput<typeof routes.exportPicks>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { format, list_id: listId, only } = query
    await sendBody(request, response, await this.exports.createBody({ linkId: params.id, listId, only, format }, actor))
  }

  @Serves(routes.reopenPicks)
  async reopen({ params }: RouteInput<typeof routes.reopenPicks>, { actor }: Caller) {
    await this.rpc.call(sharing.reopenPicks, { linkId: params.id, listId: params.list }, actor)
    return successBody('The list was reopened.')
  }

  @Serves(routes.removePicks)
  async remove({ params }: RouteInput<typeof routes.removePicks>, { actor }: Caller) {
    await this.rpc.call(sharing.removePicks, { linkId: params.id, listId: params.list }, actor)
    return successBody('The list was removed.')
  }

  @Serves(routes.getOwnPicks)
  @Header('Cache-Control', 'no-store')
  async getOwnPicks({ params, query }: RouteInput<typeof routes.getOwnPicks>, _: Caller, @Req() request: Request) {
    const since = query.since === undefined ? undefined : Number(query.since)
    const proof = await this.visitors.getProof(params.token, request)
    const { list } = await this.rpc.call(sharing.getPicks, { ...proof, since }, anonymous)
    return this.present(list)
  }

  @Serves(routes.beginPicks)
  async beginPicks(
    { params, body: { name, email } }: RouteInput<typeof routes.beginPicks>,
    _: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { key: __, ...proof } = await this.visitors.getProof(params.token, request)
    const byMail = Boolean(email) && (await this.mail.isSetUp())
    const visitor = { name, email: email ?? undefined, byMail, address: request.ip ?? '' }
    const { key, ...list } = await this.rpc.call(sharing.beginPicks, { ...proof, ...visitor }, anonymous)
    this.visitors.setKey(proof.token, key, response)
    return this.present(list)
  }

  @Serves(routes.changePicks)
  async changePicks(
    { params, body: { since, changes } }: RouteInput<typeof routes.changePicks>,
    _: Caller,
    @Req() request: Request,
  ) {
    const pickChanges = changes.map(({ image_id: photoId, choice, choice_at: choiceAt, note, note_at: noteAt }) => ({
      photoId,
      choice,
      choiceAt,
      note,
      noteAt,
    }))
    const proof = await this.getProofWithKey(params.token, request)
    return this.present(await this.rpc.call(sharing.changePicks, { ...proof, since, changes: pickChanges }, anonymous))
  }

  @Serves(routes.sendPicks)
  async sendPicks(
    { params, body: { since } }: RouteInput<typeof routes.sendPicks>,
    { actor }: Caller,
    @Req() request: Request,
  ) {
    const { key, ...proof } = await this.visitors.getProofWithVisit(params.token, request)
    if (key === undefined) throw errors.PICK_LIST_NOT_FOUND()
    return this.present(await this.rpc.call(sharing.sendPicks, { ...proof, key, since }, actor))
  }

  private async getProofWithKey(linkAddress: string, request: Request) {
    const { key, ...proof } = await this.visitors.getProof(linkAddress, request)
    if (key === undefined) throw errors.PICK_LIST_NOT_FOUND()
    return { ...proof, key }
  }

  private present(list: OwnPickList | null) {
    return presentOwnPicks(list, this.clock.now())
  }
}
