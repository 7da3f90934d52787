import { randomUUIDv7 } from 'node:crypto'
import { type Actor, errors, type Input, MAX_ANNOUNCEMENTS, notices, requireSuperAdmin } from '@daymark/contracts'
import { Clock, Handles, type Handler } from '@daymark/platform'
import { Notices } from './notices.ts'

const INSERT = 'INSERT INTO announcements (id, text, kind, starts_at, ends_at) VALUES ($1, $2, $3, $4, $5)'

@Handles(notices.announce)
export class MakeAnnouncement implements Handler<typeof notices.announce> {
  private readonly notices: Notices
  constructor(
    kept: Notices,
    private readonly clock: Clock,
  ) {
    this.notices = kept
  }

  async handle(wanted: Input<typeof notices.announce>, actor: Actor) {
    requireSuperAdmin(actor)
    const { text, kind, startsAt, endsAt } = wanted
    const begins = Math.max(Date.parse(startsAt), +this.clock.now())
    if (endsAt !== null && Date.parse(endsAt) <= begins)
      throw errors.INVALID_INPUT({ reason: 'ends_at: a time after the beginning, and after now, is needed' })
    const made = { ...wanted, id: randomUUIDv7() }
    await this.notices.change(async (tx, before) => {
      if (before.announcements.length >= MAX_ANNOUNCEMENTS)
        throw errors.CONFLICT({ reason: `There are ${MAX_ANNOUNCEMENTS} announcements already. Remove one first.` })
      await tx.sql(INSERT, [made.id, text, kind, startsAt, endsAt])
      this.notices.tell(tx, 'announcement.made', made, actor)
    })
    return made
  }
}
