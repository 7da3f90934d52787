import { type Actor, errors, identity, type Input, requireUser } from '@daymark/contracts'
import { Database, Handles, RpcHandlers } from '@daymark/platform'
import { User } from '../users/user.entity.ts'
import { Mails } from './mails.ts'
import { saveMailChoice, toMailChoicesView, UnsubscribeLinks } from './mail-choices.ts'

@RpcHandlers()
export class MailChoiceHandlers {
  constructor(
    private readonly db: Database,
    private readonly mails: Mails,
    private readonly links: UnsubscribeLinks,
  ) {}

  @Handles(identity.getMailChoices)
  async getMailChoices(_: Input<typeof identity.getMailChoices>, actor: Actor) {
    const user = await this.db.repository(User).findOneBy({ id: requireUser(actor) })
    if (!user) throw errors.NO_SESSION()
    return toMailChoicesView(this.mails.isSetUp, user)
  }

  @Handles(identity.setMailChoice)
  async setMailChoice({ topic, wanted }: Input<typeof identity.setMailChoice>, actor: Actor) {
    const choices = await this.db.commit(tx => saveMailChoice(tx, requireUser(actor), topic, wanted))
    if (!choices) throw errors.NO_SESSION()
    return toMailChoicesView(this.mails.isSetUp, choices)
  }

  /**
   * Turns off mails of one topic. Needs no session, because the token from the mail proves who the recipient is; a repeated request
   * succeeds as well.
   */
  @Handles(identity.unsubscribe)
  async unsubscribe({ token }: Input<typeof identity.unsubscribe>) {
    const target = this.links.read(token)
    if (!target) throw errors.MAIL_LINK_GONE()
    await this.db.commit(tx => saveMailChoice(tx, target.userId, target.topic, false))
    return { topic: target.topic }
  }

  @Handles(identity.getMailFacts)
  async getMailAvailability() {
    return { isSetUp: this.mails.isSetUp }
  }
}
