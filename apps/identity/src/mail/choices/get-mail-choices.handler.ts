import { errors, identity, requireUser, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { User } from '../../users/user.entity.ts'
import { Mails } from '../mails.ts'
import { mailChoices } from './mail-choices.ts'

@Handles(identity.getMailChoices)
export class GetMailChoices implements Handler<typeof identity.getMailChoices> {
  constructor(
    private readonly db: Database,
    private readonly mails: Mails,
  ) {}

  async handle(_: Input<typeof identity.getMailChoices>, actor: Actor) {
    const user = await this.db.repository(User).findOneBy({ id: requireUser(actor) })
    if (!user) throw errors.NO_SESSION()
    return mailChoices(this.mails.isSetUp, user)
  }
}
