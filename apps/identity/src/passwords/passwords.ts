import { type Actor, type AppError, errors, requireUser } from '@daymark/contracts'
import { Database, networkOf, type Tx } from '@daymark/platform'
import { Passwords } from '@daymark/platform/passwords'
import { Injectable } from '@nestjs/common'
import { AccountLinks } from '../links/account-links.ts'
import { Mails } from '../mail/mails.ts'
import { endSessions } from '../sessions/sessions.ts'
import { User } from '../users/user.entity.ts'
import { auditTargetOf, lockUser, publishUserAccess } from '../users/users.ts'
import { PasswordVerifier } from './password-verifier.ts'

/** A user whose password was verified, and the network address of the request. */
type VerifiedUser = { user: User; address: string }

/**
 * Verifies the current password of a signed-in user, so that a stolen session is not enough to take over the account. The limits of a
 * sign-in apply.
 */
@Injectable()
export class CurrentPasswordVerifier {
  constructor(
    private readonly db: Database,
    private readonly passwordVerifier: PasswordVerifier,
  ) {}

  /**
   * Throws INVALID_INPUT for a wrong password. `assertAllowed` runs before the password is verified and may throw to reject the request.
   */
  async verify(
    actor: Actor,
    { password, address }: { password: string; address: string },
    assertAllowed: (user: User) => void = () => {},
  ): Promise<VerifiedUser> {
    const user = await this.db.repository(User).findOneBy({ id: requireUser(actor) })
    if (!user) throw errors.NO_SESSION()
    assertAllowed(user)
    if (
      !(await this.passwordVerifier.isCorrect({ account: user.id, password, storedHash: user.passwordHash, address }))
    )
      throw await this.passwordVerifier.countFailure(user.id, address, wrongPasswordError())
    return { user, address }
  }

  /**
   * Locks the user until the end of the transaction. Throws INVALID_INPUT if the password was changed since it was verified, and
   * TOO_MANY_REQUESTS if the limit of failures is reached.
   */
  async lockVerifiedUser(tx: Tx, { user, address }: VerifiedUser): Promise<User> {
    const lockedUser = await lockUser(tx, user.id)
    if (lockedUser?.passwordHash !== user.passwordHash) throw wrongPasswordError() // the password was changed since it was verified
    await this.passwordVerifier.acceptPassword(tx, user.id, address)
    return lockedUser
  }
}

const wrongPasswordError = (): AppError => errors.INVALID_INPUT({ reason: 'The current password is not correct.' })

/** Sets the new password of a user, for a change, a reset or an invitation. */
@Injectable()
export class PasswordChange {
  constructor(
    private readonly passwords: Passwords,
    private readonly links: AccountLinks,
    private readonly mails: Mails,
  ) {}

  hash({ newPassword, address }: { newPassword: string; address: string }): Promise<string> {
    return this.passwords.hash(newPassword, networkOf(address))
  }

  /** Saves the password hash. Also ends all sessions, deletes all reset and invitation links, and queues a notice for the user. */
  async applyChange(tx: Tx, user: User, passwordHash: string, actor: Actor): Promise<void> {
    const { mustChangePassword: wasTemporary, invited: wasInvited } = user
    user.setPassword(passwordHash)
    await tx.em.save(user)
    if (wasTemporary) await publishUserAccess(tx, user)
    await endSessions(tx, user.id)
    tx.audit(actor, 'password.changed', auditTargetOf(user))
    this.links.deleteAll(tx, user.id, 'password')
    this.links.deleteAll(tx, user.id, 'invitation')
    // an invited user had no password before, so there is no change to report
    if (wasInvited) return
    this.mails.queue(tx, { kind: 'password_changed', userId: user.id, recipient: user.email, data: {} })
  }
}
