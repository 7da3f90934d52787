import { anonymous, type Asked, routes, sharing } from '@daymark/contracts'
import { networkOf, RpcClient } from '@daymark/platform'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { succeeded } from '../../helpers/succeeded.ts'
import { sendJson } from '../../cache/json-body.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { Cookies, grantCookie } from '../../session/cookies.ts'
import { LinkAddresses } from '../../link-addresses.ts'
import { Visits } from '../../visits.ts'
import { SeenCookies } from '../news/seen-cookies.ts'
import { GalleryAnswers } from './gallery-answers.ts'

/** The visitor's side of a share link: no sign-in, only the token. */
@Controller()
export class GalleryController {
  // oxlint-disable-next-line max-params -- each is asked for by its type
  constructor(
    private readonly rpc: RpcClient,
    private readonly cookies: Cookies,
    private readonly visits: Visits,
    private readonly answers: GalleryAnswers,
    private readonly addresses: LinkAddresses,
    private readonly seen: SeenCookies,
  ) {}

  @Serves(routes.getGallery)
  async show(
    { params }: Asked<typeof routes.getGallery>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const token = await this.addresses.token(params.token, request)
    const proof = this.proof(request, token)
    const link = await this.answers.enter(proof, networkOf(request.ip ?? ''))
    const [answer] = await Promise.all([
      this.answers.of(link, proof),
      this.visits.opened(token, actor, request, response),
    ])
    this.seen.shown(token, link.changes, request, response)
    return sendJson(request, response, answer)
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
