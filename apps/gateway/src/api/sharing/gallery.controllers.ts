import { anonymous, type RouteInput, routes, sharing } from '@daymark/contracts'
import { networkOf, RpcClient } from '@daymark/platform'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { sendJson } from '../../cache/json-body.ts'
import { PublicStudioPages } from '../../pages/studio-pages.ts'
import { Serves, successBody } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { Cookies, grantCookieName } from '../../session/cookies.ts'
import { LinkResolver } from '../../visitors/link-resolver.ts'
import { SeenCookies, Visits } from '../../visitors/visitors.ts'
import { GalleryResponses } from './gallery-responses.ts'

/** Galleries, for visitors with the token of a link. */
@Controller()
export class GalleryController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly cookies: Cookies,
    private readonly visits: Visits,
    private readonly responses: GalleryResponses,
    private readonly linkResolver: LinkResolver,
    private readonly seenCookies: SeenCookies,
  ) {}

  @Serves(routes.getGallery)
  async show(
    { params }: RouteInput<typeof routes.getGallery>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const token = await this.linkResolver.resolveToken(params.token, request)
    const proof = this.readProof(request, token)
    const link = await this.responses.checkAccess(proof, networkOf(request.ip ?? ''))
    const [body] = await Promise.all([
      this.responses.bodyOf(link, proof),
      this.visits.trackOpening(token, actor, request, response),
    ])
    this.seenCookies.recordShown(token, link.changes, request, response)
    return sendJson(request, response, body)
  }

  @Serves(routes.unlockGallery)
  async unlock(
    { params, body: { password } }: RouteInput<typeof routes.unlockGallery>,
    _: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const token = await this.linkResolver.resolveToken(params.token, request)
    const { grant } = await this.rpc.call(sharing.unlock, { token, password, address: request.ip ?? '' }, anonymous)
    response.append('Set-Cookie', this.cookies.formatSetCookie(grantCookieName(token), grant, 'browser session'))
    return successBody('The gallery is open.')
  }

  private readProof(request: Request, token: string) {
    return { token, grant: this.cookies.read(request, grantCookieName(token)) }
  }
}

@Controller()
export class TrackController {
  constructor(
    private readonly visits: Visits,
    private readonly linkResolver: LinkResolver,
  ) {}

  @Serves(routes.trackVisit)
  async track(
    { body: event }: RouteInput<typeof routes.trackVisit>,
    { actor }: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const linkAddress =
      event.token ??
      event.share_token ??
      stringOrUndefined(event.event_data?.['token']) ??
      parseTokenFromReferer(request)
    if (linkAddress === undefined) return
    const token = await this.linkResolver.resolveToken(linkAddress, request).catch(ignoreError)
    if (token === undefined) return
    const { event_type: eventType, image_id, event_data, event_id } = event
    const details = {
      photoId: image_id ?? undefined,
      eventData: event_data ?? undefined,
      eventId: event_id ?? undefined,
    }
    await this.visits.track({ token, eventType, ...details }, actor, request, response)
  }
}

const stringOrUndefined = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const parseTokenFromReferer = (request: Request): string | undefined =>
  /\/share\/([A-Za-z0-9_-]+)/.exec(request.get('referer') ?? '')?.[1]
/** Tracking never returns an error: a visit to an unknown link is ignored. */
const ignoreError = (): undefined => undefined

/** The studio page for visitors. Only visits to galleries are counted, not visits to this page. */
@Controller()
export class PublicStudioPageController {
  constructor(private readonly pages: PublicStudioPages) {}

  @Serves(routes.getPublicStudioPage)
  async show(
    { query: { name = '' } }: RouteInput<typeof routes.getPublicStudioPage>,
    _: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const page = await this.pages.find(name, request)
    return sendJson(request, response, await this.pages.bodyOf(page))
  }
}
