import { act, type Actor, adminAudited, type Input, notices, requireSuperAdmin } from '@daymark/contracts'
import { Clock, Handles, type Handler } from '@daymark/platform'
import { Notices } from './notices.ts'

/** Asked twice it goes on as it began, with the words that were said last. */
@Handles(notices.setMaintenance)
export class SetMaintenance implements Handler<typeof notices.setMaintenance> {
  private readonly notices: Notices
  constructor(
    kept: Notices,
    private readonly clock: Clock,
  ) {
    this.notices = kept
  }

  async handle({ on, message }: Input<typeof notices.setMaintenance>, actor: Actor) {
    requireSuperAdmin(actor)
    return this.notices.change(async (tx, { maintenance }) => {
      const since = on ? (maintenance.since ?? this.clock.now()) : null
      await tx.sql('UPDATE notices SET maintenance_since = $1, message = $2', [since, on ? message : null])
      const action = on ? 'maintenance.started' : 'maintenance.ended'
      if (on !== maintenance.on) tx.emit(adminAudited, ...act(actor, action, null, on ? { message } : {}))
    })
  }
}
