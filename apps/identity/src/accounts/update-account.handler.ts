import { accounts, act, identityAudited, visibleText, type Actor, type Input } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { userTarget } from '../users/audited-user.ts'
import { announceAccess } from '../users/announce-access.ts'
import { Accounts } from './accounts.ts'

@Handles(accounts.update)
export class UpdateAccount implements Handler<typeof accounts.update> {
  private readonly accounts: Accounts
  constructor(own: Accounts) {
    this.accounts = own
  }

  handle({ id, role, displayName }: Input<typeof accounts.update>, actor: Actor) {
    return this.accounts.change(actor, id, async (tx, user) => {
      const before = { role: user.role, displayName: user.displayName }
      if (role !== undefined) user.role = role
      if (displayName !== undefined) user.displayName = visibleText(displayName ?? '') || null
      const [newRole, newName] = [user.role !== before.role, user.displayName !== before.displayName]
      // who remembers the old role forgets it
      if (newRole) await announceAccess(tx, user)
      if (newRole || newName)
        tx.emit(
          identityAudited,
          ...act(actor, 'user.changed', userTarget(user), {
            ...(newRole && { role: user.role, role_before: before.role }),
            ...(newName && { display_name: user.displayName }),
          }),
        )
    })
  }
}
