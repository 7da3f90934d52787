import { accounts, act, identityAudited, type Actor, type Input } from '@daymark/contracts'
import { Clock, Handles, type Handler } from '@daymark/platform'
import { userTarget } from '../users/audited-user.ts'
import { IdentityConfig } from '../config.ts'
import { endSessions } from '../sessions/sessions.ts'
import { announceAccess } from '../users/announce-access.ts'
import { Accounts } from './accounts.ts'
import { deletionDay } from './deletion-day.ts'

/** Asked for again, the first day stays; asked for by its owner before, it is the administration's now. */
@Handles(accounts.scheduleDeletion)
export class ScheduleDeletion implements Handler<typeof accounts.scheduleDeletion> {
  private readonly accounts: Accounts
  constructor(
    own: Accounts,
    private readonly clock: Clock,
    private readonly config: IdentityConfig,
  ) {
    this.accounts = own
  }

  handle({ id }: Input<typeof accounts.scheduleDeletion>, actor: Actor) {
    return this.accounts.change(actor, id, async (tx, user) => {
      if (user.deletionDueAt && !user.isLeaving) return
      user.scheduleDeletion(deletionDay(this.clock.now(), this.config))
      await endSessions(tx, user.id)
      await announceAccess(tx, user)
      tx.emit(
        identityAudited,
        ...act(actor, 'user.deletion-scheduled', userTarget(user), { due: user.deletionDueAt?.toISOString() ?? null }),
      )
    })
  }
}
