import { type Actor, errors, type Input, MAX_ANNOUNCEMENTS, notices } from '@daymark/contracts'
import { Clock, Handles, RpcHandlers } from '@daymark/platform'
import { randomUUIDv7 } from 'node:crypto'
import { Notices } from './notices.ts'

const INSERT_ANNOUNCEMENT = 'INSERT INTO announcements (id, text, kind, starts_at, ends_at) VALUES ($1, $2, $3, $4, $5)'

@RpcHandlers()
export class NoticeHandlers {
  constructor(
    private readonly clock: Clock,
    private readonly notices: Notices,
  ) {}

  /** Returns the notices to the gateways. Requires no role, because all signed-in users see the notices. */
  @Handles(notices.get)
  getNotices() {
    return this.notices.read()
  }

  @Handles(notices.announce)
  async createAnnouncement(input: Input<typeof notices.announce>, actor: Actor) {
    const { text, kind, startsAt, endsAt } = input
    const effectiveStartMs = Math.max(Date.parse(startsAt), +this.clock.now())
    if (endsAt !== null && Date.parse(endsAt) <= effectiveStartMs)
      throw errors.INVALID_INPUT({ reason: 'ends_at: Send a time in the future that is later than starts_at.' })
    const announcement = { ...input, id: randomUUIDv7() }
    await this.notices.change(async (tx, current) => {
      if (current.announcements.length >= MAX_ANNOUNCEMENTS)
        throw errors.CONFLICT({
          reason: `There are ${MAX_ANNOUNCEMENTS} announcements, which is the limit. Remove one first.`,
        })
      await tx.sql(INSERT_ANNOUNCEMENT, [announcement.id, text, kind, startsAt, endsAt])
      this.notices.auditAnnouncement(tx, 'announcement.made', announcement, actor)
    })
    return announcement
  }

  @Handles(notices.remove)
  async removeAnnouncement({ id }: Input<typeof notices.remove>, actor: Actor) {
    await this.notices.change(async (tx, current) => {
      const announcement = current.announcements.find(({ id: announcementId }) => announcementId === id.toLowerCase())
      if (!announcement) throw errors.NOT_FOUND()
      await tx.sql('DELETE FROM announcements WHERE id = $1', [announcement.id])
      this.notices.auditAnnouncement(tx, 'announcement.removed', announcement, actor)
    })
    return { success: true as const }
  }

  /** If maintenance is already on, changes the message but not the time of its start. */
  @Handles(notices.setMaintenance)
  async setMaintenance({ on, message }: Input<typeof notices.setMaintenance>, actor: Actor) {
    return this.notices.change(async (tx, { maintenance }) => {
      const since = on ? (maintenance.since ?? this.clock.now()) : null
      await tx.sql('UPDATE notices SET maintenance_since = $1, message = $2', [since, on ? message : null])
      const action = on ? 'maintenance.started' : 'maintenance.ended'
      if (on !== maintenance.on) tx.audit(actor, action, null, on ? { message } : {})
    })
  }
}
