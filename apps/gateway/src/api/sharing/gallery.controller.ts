import { anonymous, type Asked, routes, sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { succeeded } from '../../helpers/succeeded.ts'
import { presentGallery } from '../../presenters/gallery.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { Cookies, grantCookie } from '../../session/cookies.ts'
import { LinkAddresses } from '../../link-addresses.ts'
import { Visits } from '../../visits.ts'

/** The visitor's side of a share link: no sign-in, only the token. */
@Controller()
export class GalleryController {
  private readonly rpc: RpcClient
  private readonly cookies: Cookies
  private readonly visits: Visits
  private readonly addresses: LinkAddresses

  constructor(rpc: RpcClient, cookies: Cookies, visits: Visits, addresses: LinkAddresses) {
    this.rpc = rpc
    this.cookies = cookies
    this.visits = visits
    this.addresses = addresses
  }

  @Serves(routes.getGallery)
  async show(
    { params }: Asked<typeof routes.getGallery>,
    { actor }: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const token = await this.addresses.token(params.token, request)
    const gallery = await this.rpc.call(sharing.getGallery, this.proof(request, token), anonymous)
    await this.visits.seen({ token, eventType: 'page_view' }, actor, request, response)
    return presentGallery(gallery)
  }

  @Serves(routes.unlockGallery)
  async unlock(
    { params, body: { password } }: Asked<typeof routes.unlockGallery>,
    _: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const token = await this.addresses.token(params.token, request)
    const { grant } = await this.rpc.call(sharing.unlock, { token, password, address: request.ip ?? '' }, anonymous)
    response.append('Set-Cookie', this.cookies.write(grantCookie(token), grant, 'browser session'))
    return succeeded('The gallery is open.')
  }

  private proof(request: Request, token: string) {
    return { token, grant: this.cookies.read(request, grantCookie(token)) }
  }
}
