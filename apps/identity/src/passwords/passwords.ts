import { type Actor, type AppError, auditArgs, errors, identityAudited, requireUser } from '@daymark/contracts'
import { Database, networkOf, type Tx } from '@daymark/platform'
import { Passwords } from '@daymark/platform/passwords'
import { Injectable } from '@nestjs/common'
import { AccountLinks } from '../links/account-links.ts'
import { Mails } from '../mail/mails.ts'
import { Sessions } from '../sessions/sessions.ts'
import { User } from '../users/user.entity.ts'
import { auditTargetOf, lockUser, publishUserAccess } from '../users/users.ts'
import { PasswordVerifier } from './password-verifier.ts'

/** A user whose password was verified, and the address of the request. */
export type VerifiedUser = { user: User; address: string }

/** Verifies the password of a signed-in user, with the limits of a sign-in, so that a stolen session cannot take over the account. */
@Injectable()
export class CurrentPassword {
  constructor(
    private readonly db: Database,
    private readonly guesses: PasswordVerifier,
  ) {}

  /** Throws INVALID_INPUT for a wrong password. `first` runs before the password is hashed and may reject the request. */
  async verify(
    actor: Actor,
    { password, address }: { password: string; address: string },
    first: (user: User) => void = () => {},
  ): Promise<VerifiedUser> {
    const user = await this.db.repository(User).findOneBy({ id: requireUser(actor) })
    if (!user) throw errors.NO_SESSION()
    first(user)
    if (!(await this.guesses.isCorrect({ account: user.id, password, stored: user.passwordHash, address })))
      throw await this.guesses.countFailure(user.id, address, wrongPasswordError())
    return { user, address }
  }

  /** Locks the user for the commit, if the password is still the same and failures are below the limit. */
  async lockVerifiedUser(tx: Tx, { user, address }: VerifiedUser): Promise<User> {
    const current = await lockUser(tx, user.id)
    if (current?.passwordHash !== user.passwordHash) throw wrongPasswordError() // it was changed since the check
    await this.guesses.accept(tx, user.id, address)
    return current
  }
}

const wrongPasswordError = (): AppError => errors.INVALID_INPUT({ reason: 'The current password is not correct.' })

/** Sets a new password after a change, a reset or an invitation. */
@Injectable()
export class PasswordChange {
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
  async apply(tx: Tx, user: User, hash: string, by: Actor): Promise<void> {
    const { mustChangePassword: wasTemporary, invited: wasInvited } = user
    user.setPassword(hash)
    await tx.em.save(user)
    if (wasTemporary) await publishUserAccess(tx, user)
    await this.sessions.endAll(tx, user.id)
    tx.emit(identityAudited, ...auditArgs(by, 'password.changed', auditTargetOf(user)))
    this.links.deleteAll(tx, user.id, 'password')
    this.links.deleteAll(tx, user.id, 'invitation')
    // no mail for the first password
    if (wasInvited) return
    this.mails.queue(tx, { kind: 'password_changed', userId: user.id, recipient: user.email, data: {} })
  }
}
