import { type Asked, routes } from '@daymark/contracts'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { LinkAddresses } from '../../link-addresses.ts'
import { Visits } from '../../visits.ts'

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
