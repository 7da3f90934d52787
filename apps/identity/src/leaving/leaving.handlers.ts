import { auditArgs, type Actor, errors, identityAudited, type Input, accountDeletion } from '@daymark/contracts'
import { Clock, Database, type Handler, Handles } from '@daymark/platform'
import { Accounts } from '../accounts/accounts.ts'
import { deletionDay } from './leaving.ts'
import { Challenges, passwordDigest } from '../challenges/challenges.ts'
import { IdentityConfig } from '../config.ts'
import { Mails } from '../mail/mails.ts'
import { OwnProof } from '../second-step/own-proof.ts'
import { endSessions, Sessions } from '../sessions/sessions.ts'
import { announceAccess, asSelf, lockUser, userTarget } from '../users/users.ts'

/** Like a deletion by the administration, but the owner can cancel it. A repeated request keeps the first date. */
@Handles(accountDeletion.request)
export class RequestAccountDeletion implements Handler<typeof accountDeletion.request> {
  // oxlint-disable-next-line max-params -- each parameter is injected by its type
  constructor(
    private readonly proof: OwnProof,
    private readonly accounts: Accounts,
    private readonly mails: Mails,
    private readonly clock: Clock,
    private readonly config: IdentityConfig,
  ) {}

  async handle(input: Input<typeof accountDeletion.request>, actor: Actor) {
    const { passwordHash } = await this.proof.of(actor, input)
    const { deletionDueAt } = await this.accounts.changeOwn(actor, async (tx, user) => {
      // suspended or changed while the password was checked
      if (user.isShutOut || user.passwordHash !== passwordHash) throw errors.NO_SESSION()
      if (user.isLeaving) return
      const due = deletionDay(this.clock.now(), this.config)
      user.scheduleDeletion(due, true)
      await endSessions(tx, user.id)
      await announceAccess(tx, user)
      const details = { due: due.toISOString() }
      tx.emit(identityAudited, ...auditArgs(actor, 'user.deletion-requested', userTarget(user), details))
      this.mails.post(tx, { kind: 'deletion_requested', userId: user.id, recipient: user.email, data: details })
    })
    return { deletionDueAt: deletionDueAt ?? '' }
  }
}

@Handles(accountDeletion.getFacts)
export class GetAccountDeletionFacts implements Handler<typeof accountDeletion.getFacts> {
  constructor(
    private readonly config: IdentityConfig,
    private readonly mails: Mails,
  ) {}

  async handle() {
    return { days: this.config.deleteAfterDays, mailSetUp: this.mails.isSetUp }
  }
}

/** The owner cancels the deletion after proving their identity. A suspension by the administration stays. */
@Handles(accountDeletion.cancel)
export class CancelAccountDeletion implements Handler<typeof accountDeletion.cancel> {
  constructor(
    private readonly db: Database,
    private readonly challenges: Challenges,
    private readonly sessions: Sessions,
    private readonly mails: Mails,
  ) {}

  async handle(input: Input<typeof accountDeletion.cancel>) {
    const { challenge } = input
    const proved = this.challenges.read('keep-account', challenge)
    return this.db.commit(async tx => {
      const user = await lockUser(tx, proved.userId)
      if (!user?.isLeaving || passwordDigest(user.passwordHash) !== proved.passwordDigest)
        throw errors.CHALLENGE_EXPIRED()
      await this.challenges.use(tx, challenge)
      user.reactivate()
      await announceAccess(tx, user)
      tx.emit(identityAudited, ...auditArgs(asSelf(user, input.address), 'user.deletion-taken-back', userTarget(user)))
      this.mails.post(tx, { kind: 'account_kept', userId: user.id, recipient: user.email, data: {} })
      return this.sessions.signIn(tx, user, input, proved.by)
    })
  }
}
