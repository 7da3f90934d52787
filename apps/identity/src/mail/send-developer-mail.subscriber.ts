import { developerMailWanted, type EventOf } from '@daymark/contracts'
import { On, type Commit, type Subscriber } from '@daymark/platform'
import { Mails } from './mails.ts'

/** What developer has to tell somebody, such as that a webhook was turned off. */
@On(developerMailWanted)
export class SendDeveloperMail implements Subscriber<typeof developerMailWanted> {
  constructor(private readonly mails: Mails) {}

  async on({ data }: EventOf<typeof developerMailWanted>, commit: Commit) {
    await commit(tx => this.mails.postWanted(tx, data))
  }
}
