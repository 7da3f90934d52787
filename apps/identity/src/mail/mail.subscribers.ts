import { billingMailWanted, developerMailWanted, type EventOf } from '@daymark/contracts'
import { type Commit, On, type Subscriber } from '@daymark/platform'
import { Mails } from './mails.ts'

/** What billing has to tell somebody. Another service asks in the same way: its own `mailWanted`, and a class like this. */
@On(billingMailWanted)
export class SendBillingMail implements Subscriber<typeof billingMailWanted> {
  constructor(private readonly mails: Mails) {}

  async on({ data }: EventOf<typeof billingMailWanted>, commit: Commit) {
    await commit(tx => this.mails.postWanted(tx, data))
  }
}

/** What developer has to tell somebody, such as that a webhook was turned off. */
@On(developerMailWanted)
export class SendDeveloperMail implements Subscriber<typeof developerMailWanted> {
  constructor(private readonly mails: Mails) {}

  async on({ data }: EventOf<typeof developerMailWanted>, commit: Commit) {
    await commit(tx => this.mails.postWanted(tx, data))
  }
}
