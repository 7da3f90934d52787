import { billingMailRequested, developerMailRequested, type EventOf } from '@daymark/contracts'
import { type Commit, On, type Subscriber } from '@daymark/platform'
import { Mails } from './mails.ts'

/** What billing has to tell somebody. Another service asks in the same way: its own `mailRequested`, and a class like this. */
@On(billingMailRequested)
export class SendBillingMail implements Subscriber<typeof billingMailRequested> {
  constructor(private readonly mails: Mails) {}

  async on({ data }: EventOf<typeof billingMailRequested>, commit: Commit) {
    await commit(tx => this.mails.postWanted(tx, data))
  }
}

/** What developer has to tell somebody, such as that a webhook was turned off. */
@On(developerMailRequested)
export class SendDeveloperMail implements Subscriber<typeof developerMailRequested> {
  constructor(private readonly mails: Mails) {}

  async on({ data }: EventOf<typeof developerMailRequested>, commit: Commit) {
    await commit(tx => this.mails.postWanted(tx, data))
  }
}
