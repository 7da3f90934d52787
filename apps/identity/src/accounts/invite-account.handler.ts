import { accounts, MAX_INVITATION_EMAILS, errors, trimVisibleText, type Actor, type Input } from '@daymark/contracts'
import { Database, FailureLimiter, failureKey, Handles, randomToken, RpcHandlers, type Tx } from '@daymark/platform'
import { findByUsername, insertUser, lockUser, UserFactory, auditTargetOf } from '../users/users.ts'
import { AccountLinks } from '../links/account-links.ts'
import { Mails } from '../mail/mails.ts'
import { parseEmail } from '../users/account-rules.ts'
import type { User } from '../users/user.entity.ts'

@RpcHandlers()
export class InviteAccount {
  constructor(
    private readonly db: Database,
    private readonly userFactory: UserFactory,
    private readonly links: AccountLinks,
    private readonly mails: Mails,
    private readonly limiter: FailureLimiter,
  ) {}

  /**
   * Creates an account and sends an invitation to choose its password; until then, the account has a random password that is never shown.
   * If the account exists and the invitation was not accepted yet, only the mail is sent again.
   */
  @Handles(accounts.invite)
  async inviteAccount(input: Input<typeof accounts.invite>, actor: Actor) {
    this.mails.assertSetUp()
    const email = parseEmail(input.email)
    const existing = await findByUsername(this.db.em, email)
    return existing ? this.sendInvitationAgain(existing, actor) : this.createAndInvite({ ...input, email }, actor)
  }

  private async createAndInvite(input: Input<typeof accounts.invite>, actor: Actor) {
    const displayName = trimVisibleText(input.displayName ?? '') || null
    const password = randomToken()
    const user = await this.userFactory.create({ ...input, displayName, password, mustChangePassword: false })
    user.invited = true
    await this.db.commit(async tx => {
      await insertUser(tx, user)
      this.sendInvitation(tx, user)
      tx.audit(actor, 'user.invited', auditTargetOf(user), { role: user.role, tier: user.tier })
    })
    return { account: user.toAccountView(), isNew: true }
  }

  private async sendInvitationAgain({ id }: User, actor: Actor) {
    await this.limiter.countAttempt([{ key: failureKey('invitation', id), attempts: MAX_INVITATION_EMAILS }])
    return this.db.commit(async tx => {
      const user = await lockUser(tx, id)
      if (user?.state !== 'invited') throw errors.EMAIL_TAKEN()
      this.links.deleteAll(tx, id, 'invitation')
      this.sendInvitation(tx, user)
      tx.audit(actor, 'user.invited', auditTargetOf(user), { again: true })
      return { account: user.toAccountView(), isNew: false }
    })
  }

  private sendInvitation(tx: Tx, { id: userId, email: recipient }: User): void {
    const linkId = this.links.create(tx, { userId, purpose: 'invitation' })
    this.mails.queue(tx, { kind: 'invitation', userId, recipient, data: { linkId } })
  }
}
