import { type Actor as ActorType, http } from '@daymark/contracts'
import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common'
import { parseInput } from '@daymark/platform'
import type { Request, Response } from 'express'
import { Reads } from '../http/bodies.ts'
import { Actor, Open } from '../session/session.guard.ts'
import { Visits } from '../visits.ts'

@Controller('api/shares/track')
@Open()
export class TrackController {
  private readonly visits: Visits

  constructor(visits: Visits) {
    this.visits = visits
  }

  /** READINGS 42: parsed whatever its content type; unknown event type 400; otherwise 204. */
  @Post()
  @Reads({ anyContentType: true })
  @HttpCode(204)
  async track(
    @Actor() actor: ActorType,
    @Body() body: unknown,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const event = parseInput(http.trackBody, body ?? {})
    const token = event.token ?? event.share_token ?? text(event.event_data?.['token']) ?? fromReferer(request)
    if (token === undefined) return
    const seen = { token, eventType: event.event_type, photoId: event.image_id ?? undefined }
    await this.visits.seen({ ...seen, eventData: event.event_data ?? undefined }, actor, request, response)
  }
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const fromReferer = (request: Request): string | undefined =>
  /\/share\/([A-Za-z0-9_-]+)/.exec(request.get('referer') ?? '')?.[1]
