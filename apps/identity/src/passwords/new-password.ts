import { auditArgs, type Actor, identityAudited } from '@daymark/contracts'
import { networkOf, type Tx } from '@daymark/platform'
import { Passwords } from '@daymark/platform/passwords'
import { Injectable } from '@nestjs/common'
import { AccountLinks } from '../links/account-links.ts'
import { Mails } from '../mail/mails.ts'
import { Sessions } from '../sessions/sessions.ts'
import { announceAccess, userTarget } from '../users/users.ts'
import type { User } from '../users/user.entity.ts'

/** Applies a new password, however the user set it. */
@Injectable()
export class NewPassword {
  constructor(
    private readonly passwords: Passwords,
    private readonly sessions: Sessions,
    private readonly links: AccountLinks,
    private readonly mails: Mails,
  ) {}

  hash({ newPassword, address }: { newPassword: string; address: string }): Promise<string> {
    return this.passwords.hash(newPassword, networkOf(address))
  }

  /** Ends all sessions and reset links, and sends a mail. */
  async take(tx: Tx, user: User, hash: string, by: Actor): Promise<void> {
    const { mustChangePassword: wasTemporary, invited: wasInvited } = user
    user.choosePassword(hash)
    await tx.em.save(user)
    if (wasTemporary) await announceAccess(tx, user)
    await this.sessions.endAll(tx, user.id)
    tx.emit(identityAudited, ...auditArgs(by, 'password.changed', userTarget(user)))
    this.links.forget(tx, user.id, 'password')
    this.links.forget(tx, user.id, 'invitation')
    // no mail for the first password
    if (wasInvited) return
    this.mails.post(tx, { kind: 'password_changed', userId: user.id, recipient: user.email, data: {} })
  }
}
