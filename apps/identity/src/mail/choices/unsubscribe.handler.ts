import { errors, identity, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { chooseMail } from './mail-choices.ts'
import { UnsubscribeLinks } from './unsubscribe-links.ts'

/** Without a session: the link of a mail is the proof. Again is no failure. */
@Handles(identity.unsubscribe)
export class Unsubscribe implements Handler<typeof identity.unsubscribe> {
  constructor(
    private readonly db: Database,
    private readonly links: UnsubscribeLinks,
  ) {}

  async handle({ token }: Input<typeof identity.unsubscribe>) {
    const read = this.links.read(token)
    if (!read) throw errors.MAIL_LINK_GONE()
    await this.db.commit(tx => chooseMail(tx, read.userId, read.topic, false))
    return { topic: read.topic }
  }
}
