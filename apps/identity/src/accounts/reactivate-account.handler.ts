import { accounts, act, identityAudited, type Actor, type Input } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { userTarget } from '../users/audited-user.ts'
import { announceAccess } from '../users/announce-access.ts'
import { Accounts } from './accounts.ts'

@Handles(accounts.reactivate)
export class ReactivateAccount implements Handler<typeof accounts.reactivate> {
  private readonly accounts: Accounts
  constructor(own: Accounts) {
    this.accounts = own
  }

  handle({ id }: Input<typeof accounts.reactivate>, actor: Actor) {
    return this.accounts.change(actor, id, async (tx, user) => {
      if (!user.disabled) return
      const { state } = user
      user.reactivate()
      await announceAccess(tx, user)
      tx.emit(identityAudited, ...act(actor, 'user.reactivated', userTarget(user), { was: state }))
    })
  }
}
