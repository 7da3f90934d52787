import { act, errors, identityAudited, leaving, type Actor, type Input } from '@daymark/contracts'
import { Clock, Handles, type Handler } from '@daymark/platform'
import { Accounts } from '../accounts/accounts.ts'
import { deletionDay } from '../accounts/deletion-day.ts'
import { IdentityConfig } from '../config.ts'
import { Mails } from '../mail/mails.ts'
import { OwnProof } from '../second-step/own-proof.ts'
import { endSessions } from '../sessions/sessions.ts'
import { announceAccess } from '../users/announce-access.ts'
import { userTarget } from '../users/audited-user.ts'

/** The same as a deletion by the administration, but for who may take it back. Asked for again, the first day stays. */
@Handles(leaving.ask)
export class AskToLeave implements Handler<typeof leaving.ask> {
  // oxlint-disable-next-line max-params -- each is asked for by its type
  constructor(
    private readonly proof: OwnProof,
    private readonly accounts: Accounts,
    private readonly mails: Mails,
    private readonly clock: Clock,
    private readonly config: IdentityConfig,
  ) {}

  async handle(input: Input<typeof leaving.ask>, actor: Actor) {
    const { passwordHash } = await this.proof.of(actor, input)
    const { deletionDueAt } = await this.accounts.changeOwn(actor, async (tx, user) => {
      // suspended, or given another password, while she proved who she is
      if (user.isShutOut || user.passwordHash !== passwordHash) throw errors.NO_SESSION()
      if (user.isLeaving) return
      const due = deletionDay(this.clock.now(), this.config)
      user.scheduleDeletion(due, true)
      await endSessions(tx, user.id)
      await announceAccess(tx, user)
      const at = { due: due.toISOString() }
      tx.emit(identityAudited, ...act(actor, 'user.deletion-requested', userTarget(user), at))
      this.mails.post(tx, { kind: 'deletion_requested', userId: user.id, recipient: user.email, data: at })
    })
    return { deletionDueAt: deletionDueAt ?? '' }
  }
}
