import { errors, identity, requireUser, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { Mails } from '../mails.ts'
import { chooseMail, mailChoices } from './mail-choices.ts'

@Handles(identity.setMailChoice)
export class SetMailChoice implements Handler<typeof identity.setMailChoice> {
  constructor(
    private readonly db: Database,
    private readonly mails: Mails,
  ) {}

  async handle({ topic, wanted }: Input<typeof identity.setMailChoice>, actor: Actor) {
    const choices = await this.db.commit(tx => chooseMail(tx, requireUser(actor), topic, wanted))
    if (!choices) throw errors.NO_SESSION()
    return mailChoices(this.mails.isSetUp, choices)
  }
}
