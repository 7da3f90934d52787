import { anonymous, type Asked, routes, sharing } from '@daymark/contracts'
import { networkOf, RpcClient } from '@daymark/platform'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { sendJson } from '../../cache/json-body.ts'
import { StudioPages } from '../../pages/studio-pages.ts'
import { Serves, succeeded } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { Cookies, grantCookie } from '../../session/cookies.ts'
import { LinkAddresses } from '../../visitors/link-resolver.ts'
import { SeenCookies } from '../../visitors/seen-cookies.ts'
import { Visits } from '../../visitors/visits.ts'
import { GalleryAnswers } from './gallery-responses.ts'

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

@Controller()
export class TrackController {
  constructor(
    private readonly visits: Visits,
    private readonly addresses: LinkAddresses,
  ) {}

  @Serves(routes.trackVisit)
  async track(
    { body: event }: Asked<typeof routes.trackVisit>,
    { actor }: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const address = event.token ?? event.share_token ?? text(event.event_data?.['token']) ?? fromReferer(request)
    if (address === undefined) return
    const token = await this.addresses.token(address, request).catch(unknown)
    if (token === undefined) return
    const { event_type: eventType, image_id, event_data, event_id } = event
    const more = { photoId: image_id ?? undefined, eventData: event_data ?? undefined, eventId: event_id ?? undefined }
    await this.visits.track({ token, eventType, ...more }, actor, request, response)
  }
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const fromReferer = (request: Request): string | undefined =>
  /\/share\/([A-Za-z0-9_-]+)/.exec(request.get('referer') ?? '')?.[1]
/** Tracking never fails a visitor: what leads nowhere is not counted. */
const unknown = (): undefined => undefined

/** The visitor's side of a studio page. Nothing counts as a visit here: galleries count theirs. */
@Controller()
export class ShownStudioPageController {
  constructor(private readonly pages: StudioPages) {}

  @Serves(routes.getPublicStudioPage)
  async show(
    { query: { name = '' } }: Asked<typeof routes.getPublicStudioPage>,
    _: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const page = await this.pages.find(name, request)
    return sendJson(request, response, await this.pages.answer(page))
  }
}
