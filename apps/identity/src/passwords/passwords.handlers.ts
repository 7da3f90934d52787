import {
  type Actor,
  errors,
  identity,
  id as uuid,
  type Input,
  MIN_CHOSEN_PASSWORD_LENGTH,
  MAX_PASSWORD_CHANGES,
  MAX_USERS_PER_ADDRESS,
} from '@daymark/contracts'
import { Database, failureKey, FailureLimiter, Handles, networkOf, RpcHandlers } from '@daymark/platform'
import { Passwords } from '@daymark/platform/passwords'
import { accountFailureKey } from './password-verifier.ts'
import { AccountLinkVerifier } from '../links/account-links.ts'
import { Mails } from '../mail/mails.ts'
import { endSessions, Sessions } from '../sessions/sessions.ts'
import { assertPassword, generateStrongPassword } from '../users/account-rules.ts'
import { publishUserAccess, actorOf, lockUser, auditTargetOf } from '../users/users.ts'
import { User } from '../users/user.entity.ts'
import { CurrentPasswordVerifier, PasswordChange } from './passwords.ts'

@RpcHandlers()
export class PasswordResetHandlers {
  constructor(
    private readonly db: Database,
    private readonly mails: Mails,
    private readonly limiter: FailureLimiter,
    private readonly passwords: Passwords,
    private readonly linkVerifier: AccountLinkVerifier,
    private readonly passwordChange: PasswordChange,
  ) {}

  /**
   * Queues a mail with a reset link. The response is the same for every name, so that it does not reveal which accounts exist; the account
   * is looked up when the mail is sent.
   */
  @Handles(identity.requestPasswordReset)
  async requestPasswordReset({ username, address }: Input<typeof identity.requestPasswordReset>) {
    this.mails.assertSetUp()
    // limits the requests of one network address; PasswordResetRequests limits the mails to one account
    await this.limiter.countAttempt([
      { key: failureKey('ask-reset', networkOf(address)), attempts: MAX_USERS_PER_ADDRESS },
    ])
    const recipient = username.trim()
    await this.db.commit(async tx => {
      this.mails.queue(tx, { kind: 'password_reset', userId: null, recipient, data: {} })
    })
    return { success: true as const }
  }

  @Handles(identity.resetPassword)
  async resetPassword({ id }: Input<typeof identity.resetPassword>, actor: Actor) {
    if (!uuid.safeParse(id).success) throw errors.USER_NOT_FOUND()
    const temporaryPassword = generateStrongPassword()
    const passwordHash = await this.passwords.hash(temporaryPassword)
    await this.db.commit(async tx => {
      const user = await lockUser(tx, id)
      if (!user) throw errors.USER_NOT_FOUND()
      user.setTemporaryPassword(passwordHash)
      await tx.em.save(user)
      await endSessions(tx, id)
      await publishUserAccess(tx, user)
      tx.audit(actor, 'password.reset', auditTargetOf(user))
      await this.limiter.resetFailures(tx, accountFailureKey(id)) // users who forgot their password are often locked out
    })
    return { temporaryPassword }
  }

  /**
   * Sets the password of a user who opened the link of a reset mail or invitation, but does not sign the user in. The new password also
   * replaces a temporary password.
   */
  @Handles(identity.useResetLink)
  async useResetLink(input: Input<typeof identity.useResetLink>) {
    const link = await this.linkVerifier.find(['password', 'invitation'], input)
    const user = await this.db.repository(User).findOneBy({ id: link.userId })
    if (!user) throw errors.MAIL_LINK_GONE()
    assertPassword(input.newPassword, user.email, MIN_CHOSEN_PASSWORD_LENGTH)
    const passwordHash = await this.passwordChange.hash(input)
    await this.db.commit(async tx => {
      const lockedUser = await lockUser(tx, user.id)
      if (!lockedUser || lockedUser.isBlocked) throw errors.MAIL_LINK_GONE()
      await this.linkVerifier.use(tx, link)
      await this.passwordChange.applyChange(tx, lockedUser, passwordHash, actorOf(lockedUser, input.address))
    })
    return { userId: user.id }
  }
}

type ChangeInput = Input<typeof identity.changePassword>

@RpcHandlers()
export class PasswordHandlers {
  constructor(
    private readonly db: Database,
    private readonly currentPasswordVerifier: CurrentPasswordVerifier,
    private readonly passwordChange: PasswordChange,
    private readonly sessions: Sessions,
    private readonly limiter: FailureLimiter,
  ) {}

  @Handles(identity.changePassword)
  async changePassword(input: ChangeInput, actor: Actor) {
    const { currentPassword, newPassword, address } = input
    const assertNewPassword = ({ email }: { email: string }) =>
      assertPassword(newPassword, email, MIN_CHOSEN_PASSWORD_LENGTH)
    const verifiedUser = await this.currentPasswordVerifier.verify(
      actor,
      { password: currentPassword, address },
      assertNewPassword,
    )
    if (newPassword === currentPassword)
      throw errors.INVALID_INPUT({ reason: 'Choose a password that differs from the current one.' })
    await this.limiter.countAttempt([
      { key: failureKey('password-change', actor.userId), attempts: MAX_PASSWORD_CHANGES },
    ])
    const passwordHash = await this.passwordChange.hash(input)
    return this.db.commit(async tx => {
      const user = await this.currentPasswordVerifier.lockVerifiedUser(tx, verifiedUser)
      await this.passwordChange.applyChange(tx, user, passwordHash, actor)
      return this.sessions.open(tx, user, input)
    })
  }

  @Handles(identity.generatePassword)
  async generatePassword() {
    return { password: generateStrongPassword() }
  }
}
