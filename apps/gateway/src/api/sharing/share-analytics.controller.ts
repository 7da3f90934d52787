import { type Asked, routes, sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Header, Req } from '@nestjs/common'
import type { Request } from 'express'
import { timeZoneOf } from '../../helpers/dates.ts'
import { Site } from '../../helpers/site.ts'
import { presentShareAnalytics } from '../../presenters/share.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'

@Controller()
export class ShareAnalyticsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly site: Site,
  ) {}

  /** With the link's address, as in the list of links: no browser keeps it. */
  @Serves(routes.getShareAnalytics)
  @Header('Cache-Control', 'no-store')
  async show(
    { params: { id }, query }: Asked<typeof routes.getShareAnalytics>,
    { actor }: Caller,
    @Req() request: Request,
  ) {
    const timeZone = timeZoneOf('time_zone', query.time_zone)
    const analytics = await this.rpc.call(sharing.getAnalytics, { id, days: query.days, timeZone }, actor)
    return presentShareAnalytics(analytics, await this.site.ofOwner(actor.userId, request))
  }
}
