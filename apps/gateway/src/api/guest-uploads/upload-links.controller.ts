import { type Asked, routes, sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Header, Req } from '@nestjs/common'
import type { Request } from 'express'
import { Serves, successBody } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { withOwnersZone } from '../sharing/link-settings.ts'
import { UploadLinks, uploadSettingsOf } from './own-upload-links.ts'

/** Upload links of an owner (rule 148). */
@Controller()
export class UploadLinksController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly links: UploadLinks,
  ) {}

  /** Not cached, because anyone with the URL can send photos. */
  @Serves(routes.listUploadLinks)
  @Header('Cache-Control', 'no-store')
  async list({ params: { id } }: Asked<typeof routes.listUploadLinks>, { actor }: Caller, @Req() request: Request) {
    return { links: await this.links.ofAlbum(id, actor, request) }
  }

  @Serves(routes.createUploadLink)
  async create({ params, body }: Asked<typeof routes.createUploadLink>, { actor }: Caller, @Req() request: Request) {
    const settings = { ...uploadSettingsOf(await withOwnersZone(this.rpc, body, actor)), title: body.title }
    return this.links.create(params.id, settings, actor, request)
  }

  @Serves(routes.getUploadLink)
  @Header('Cache-Control', 'no-store')
  async get({ params }: Asked<typeof routes.getUploadLink>, { actor }: Caller, @Req() request: Request) {
    return this.links.presentOne(await this.rpc.call(sharing.getUploadLink, params, actor), actor, request)
  }

  @Serves(routes.updateUploadLink)
  async update({ params, body }: Asked<typeof routes.updateUploadLink>, { actor }: Caller, @Req() request: Request) {
    const input = { id: params.id, ...uploadSettingsOf(await withOwnersZone(this.rpc, body, actor)) }
    return this.links.presentOne(await this.rpc.call(sharing.updateUploadLink, input, actor), actor, request)
  }

  @Serves(routes.closeUploadLink)
  async close({ params: { id } }: Asked<typeof routes.closeUploadLink>, { actor }: Caller, @Req() request: Request) {
    const link = await this.rpc.call(sharing.closeUploadLink, { id, revoked: true }, actor)
    return { ...successBody('The link was closed.'), link: await this.links.presentOne(link, actor, request) }
  }

  @Serves(routes.openUploadLink)
  async open({ params: { id } }: Asked<typeof routes.openUploadLink>, { actor }: Caller, @Req() request: Request) {
    const link = await this.rpc.call(sharing.closeUploadLink, { id, revoked: false }, actor)
    return { ...successBody('The link is active again.'), link: await this.links.presentOne(link, actor, request) }
  }

  @Serves(routes.deleteUploadLink)
  async remove({ params: { id } }: Asked<typeof routes.deleteUploadLink>, { actor }: Caller) {
    await this.rpc.call(sharing.deleteUploadLink, { id }, actor)
    return successBody('The link was deleted.')
  }
}
