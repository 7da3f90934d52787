import { accounts, act, identityAudited, type Actor, type Input } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { userTarget } from '../users/audited-user.ts'
import { endSessions } from '../sessions/sessions.ts'
import { announceAccess } from '../users/announce-access.ts'
import { Accounts } from './accounts.ts'

/** Nothing is lost: everybody else only looks away until it is taken back. */
@Handles(accounts.suspend)
export class SuspendAccount implements Handler<typeof accounts.suspend> {
  private readonly accounts: Accounts
  constructor(own: Accounts) {
    this.accounts = own
  }

  handle({ id, reason }: Input<typeof accounts.suspend>, actor: Actor) {
    return this.accounts.change(actor, id, async (tx, user) => {
      user.suspend(reason?.trim() || null)
      await endSessions(tx, user.id)
      await announceAccess(tx, user)
      tx.emit(
        identityAudited,
        ...act(actor, 'user.suspended', userTarget(user), {
          ...(user.suspendedReason && { reason: user.suspendedReason.slice(0, 300) }),
        }),
      )
    })
  }
}
