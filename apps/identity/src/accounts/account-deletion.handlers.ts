import { type Actor, errors, type Input, accountDeletion } from '@daymark/contracts'
import { Clock, Database, Handles, RpcHandlers } from '@daymark/platform'
import { Accounts, deletionDateFrom } from './accounts.ts'
import { Challenges, digestPasswordHash } from '../challenges/challenges.ts'
import { IdentityConfig } from '../config.ts'
import { Mails } from '../mail/mails.ts'
import { IdentityVerifier } from '../second-step/second-steps.ts'
import { endSessions, Sessions } from '../sessions/sessions.ts'
import { publishUserAccess, actorOf, lockUser, auditTargetOf } from '../users/users.ts'

@RpcHandlers()
export class AccountDeletionHandlers {
  constructor(
    private readonly clock: Clock,
    private readonly identityVerifier: IdentityVerifier,
    private readonly accounts: Accounts,
    private readonly mails: Mails,
    private readonly config: IdentityConfig,
  ) {}

  /**
   * Schedules the deletion of the caller's own account, which the owner can cancel until the returned date. A repeated request returns the
   * first date.
   */
  @Handles(accountDeletion.request)
  async requestAccountDeletion(input: Input<typeof accountDeletion.request>, actor: Actor) {
    const { passwordHash } = await this.identityVerifier.verify(actor, input)
    const { deletionDueAt } = await this.accounts.changeOwn(actor, async (tx, user) => {
      // the user was suspended or the password was changed while the given password was checked
      if (user.isBlocked || user.passwordHash !== passwordHash) throw errors.NO_SESSION()
      if (user.isDeletionRequestedByOwner) return
      const dueAt = deletionDateFrom(this.clock.now(), this.config)
      user.scheduleDeletion(dueAt, true)
      await endSessions(tx, user.id)
      await publishUserAccess(tx, user)
      const details = { due: dueAt.toISOString() }
      tx.audit(actor, 'user.deletion-requested', auditTargetOf(user), details)
      this.mails.queue(tx, { kind: 'deletion_requested', userId: user.id, recipient: user.email, data: details })
    })
    return { deletionDueAt: deletionDueAt ?? '' }
  }

  @Handles(accountDeletion.getFacts)
  async getAccountDeletionSettings() {
    return { days: this.config.deleteAfterDays, mailSetUp: this.mails.isSetUp }
  }
}

@RpcHandlers()
export class CancelAccountDeletion {
  constructor(
    private readonly db: Database,
    private readonly challenges: Challenges,
    private readonly sessions: Sessions,
    private readonly mails: Mails,
  ) {}

  /**
   * Cancels the deletion that the owner of an account requested, and signs the owner in. A suspension by an administrator stays in effect.
   */
  @Handles(accountDeletion.cancel)
  async cancelAccountDeletion(input: Input<typeof accountDeletion.cancel>) {
    const { challenge } = input
    const content = this.challenges.read('keep-account', challenge)
    return this.db.commit(async tx => {
      const user = await lockUser(tx, content.userId)
      if (!user?.isDeletionRequestedByOwner || digestPasswordHash(user.passwordHash) !== content.passwordDigest)
        throw errors.CHALLENGE_EXPIRED()
      await this.challenges.use(tx, challenge)
      user.reactivate()
      await publishUserAccess(tx, user)
      tx.audit(actorOf(user, input.address), 'user.deletion-taken-back', auditTargetOf(user))
      this.mails.queue(tx, { kind: 'account_kept', userId: user.id, recipient: user.email, data: {} })
      return this.sessions.signIn(tx, user, input, content.by)
    })
  }
}
