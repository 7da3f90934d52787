import { type Actor, errors, type Input, notices, requireSuperAdmin } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { Notices } from './notices.ts'

@Handles(notices.remove)
export class RemoveAnnouncement implements Handler<typeof notices.remove> {
  private readonly notices: Notices
  constructor(kept: Notices) {
    this.notices = kept
  }

  async handle({ id }: Input<typeof notices.remove>, actor: Actor) {
    requireSuperAdmin(actor)
    await this.notices.change(async (tx, before) => {
      const announcement = before.announcements.find(one => one.id === id.toLowerCase())
      if (!announcement) throw errors.NOT_FOUND()
      await tx.sql('DELETE FROM announcements WHERE id = $1', [announcement.id])
      this.notices.tell(tx, 'announcement.removed', announcement, actor)
    })
    return { success: true as const }
  }
}
