import { accounts, act, identityAudited, type Actor, type Input } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { userTarget } from '../users/audited-user.ts'
import { endSessions } from '../sessions/sessions.ts'
import { Accounts } from './accounts.ts'

@Handles(accounts.endSessions)
export class EndAccountSessions implements Handler<typeof accounts.endSessions> {
  private readonly accounts: Accounts
  constructor(own: Accounts) {
    this.accounts = own
  }

  async handle({ id }: Input<typeof accounts.endSessions>, actor: Actor) {
    let ended = 0
    await this.accounts.change(actor, id, async (tx, user) => {
      ended = await endSessions(tx, user.id)
      tx.emit(identityAudited, ...act(actor, 'user.signed-out-everywhere', userTarget(user), { sessions: ended }))
    })
    return { ended }
  }
}
