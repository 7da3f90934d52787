import { type RouteInput, errors, notices, routes, withSnakeCaseNames } from '@daymark/contracts'
import { Clock, RpcClient } from '@daymark/platform'
import { Controller } from '@nestjs/common'
import { parseStartDate, parseEndDate } from '../../routing/parameters.ts'
import { Serves, successBody } from '../../routing/serves.ts'
import { NoticesCache } from '../../events/notices.ts'
import type { Caller } from '../../session/caller.ts'
import { ADMIN_TIMEOUT_MS } from './system.controllers.ts'

@Controller()
export class NoticesController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly clock: Clock,
    private readonly notices: NoticesCache,
  ) {}

  /** Answers from memory, because every page of the application requests the notices. */
  @Serves(routes.getNotices)
  getNotices() {
    return withSnakeCaseNames(this.notices.getCurrent())
  }

  /** Lists current and future announcements. */
  @Serves(routes.listAnnouncements)
  async listAnnouncements(_: unknown, { actor }: Caller) {
    const { announcements } = await this.rpc.call(notices.get, {}, actor, ADMIN_TIMEOUT_MS)
    return { announcements: withSnakeCaseNames(announcements) }
  }

  @Serves(routes.createAnnouncement)
  async createAnnouncement({ body }: RouteInput<typeof routes.createAnnouncement>, { actor }: Caller) {
    const { text, kind, starts_at: from, ends_at: until } = body
    const startsAt = from ? parseStartDate('starts_at', from) : this.clock.now().toISOString()
    const endsAt = until ? parseEndDate('ends_at', until) : null
    return withSnakeCaseNames(await this.rpc.call(notices.announce, { text, kind, startsAt, endsAt }, actor))
  }

  @Serves(routes.getAnnouncement)
  async getAnnouncement({ params: { id } }: RouteInput<typeof routes.getAnnouncement>, { actor }: Caller) {
    const { announcements } = await this.rpc.call(notices.get, {}, actor, ADMIN_TIMEOUT_MS)
    const announcement = announcements.find(announcement => announcement.id === id.toLowerCase())
    if (!announcement) throw errors.NOT_FOUND()
    return withSnakeCaseNames(announcement)
  }

  @Serves(routes.removeAnnouncement)
  async removeAnnouncement({ params: { id } }: RouteInput<typeof routes.removeAnnouncement>, { actor }: Caller) {
    await this.rpc.call(notices.remove, { id }, actor)
    return successBody('The announcement was removed.')
  }

  @Serves(routes.setMaintenance)
  async setMaintenance({ body }: RouteInput<typeof routes.setMaintenance>, { actor }: Caller) {
    const state = await this.rpc.call(notices.setMaintenance, { on: body.on, message: body.message || null }, actor)
    // Applies the change in this gateway immediately. Other gateways apply it when they receive the event.
    this.notices.apply(state)
    return withSnakeCaseNames(state.maintenance)
  }
}
