import { type Asked, errors, notices, routes } from '@daymark/contracts'
import { Clock, RpcClient } from '@daymark/platform'
import { Controller } from '@nestjs/common'
import { fromDate, untilDate } from '../../routing/parameters.ts'
import { Serves, succeeded } from '../../routing/serves.ts'
import { Notices } from '../../events/notices.ts'
import { presentAnnouncement, presentMaintenance } from '../../presenters/admin.ts'
import type { Caller } from '../../session/caller.ts'
import { ADMIN_MS } from './system.controllers.ts'

@Controller()
export class NoticesController {
  private readonly notices: Notices
  constructor(
    private readonly rpc: RpcClient,
    private readonly clock: Clock,
    shown: Notices,
  ) {
    this.notices = shown
  }

  /** From memory: every page asks. */
  @Serves(routes.getNotices)
  getNotices() {
    const { announcements, maintenance } = this.notices.shown()
    return { announcements: announcements.map(presentAnnouncement), maintenance: presentMaintenance(maintenance) }
  }

  /** Also those to come. */
  @Serves(routes.listAnnouncements)
  async listAnnouncements(_: unknown, { actor }: Caller) {
    const { announcements } = await this.rpc.call(notices.get, {}, actor, ADMIN_MS)
    return { announcements: announcements.map(presentAnnouncement) }
  }

  @Serves(routes.createAnnouncement)
  async createAnnouncement({ body }: Asked<typeof routes.createAnnouncement>, { actor }: Caller) {
    const { text, kind, starts_at: from, ends_at: until } = body
    const startsAt = from ? fromDate('starts_at', from) : this.clock.now().toISOString()
    const endsAt = until ? untilDate('ends_at', until) : null
    return presentAnnouncement(await this.rpc.call(notices.announce, { text, kind, startsAt, endsAt }, actor))
  }

  @Serves(routes.getAnnouncement)
  async getAnnouncement({ params: { id } }: Asked<typeof routes.getAnnouncement>, { actor }: Caller) {
    const { announcements } = await this.rpc.call(notices.get, {}, actor, ADMIN_MS)
    const found = announcements.find(announcement => announcement.id === id.toLowerCase())
    if (!found) throw errors.NOT_FOUND()
    return presentAnnouncement(found)
  }

  @Serves(routes.removeAnnouncement)
  async removeAnnouncement({ params: { id } }: Asked<typeof routes.removeAnnouncement>, { actor }: Caller) {
    await this.rpc.call(notices.remove, { id }, actor)
    return succeeded('The announcement was removed.')
  }

  @Serves(routes.setMaintenance)
  async setMaintenance({ body }: Asked<typeof routes.setMaintenance>, { actor }: Caller) {
    const state = await this.rpc.call(notices.setMaintenance, { on: body.on, message: body.message || null }, actor)
    // here at once; other gateways hear of it by the event
    this.notices.take(state)
    return presentMaintenance(state.maintenance)
  }
}
