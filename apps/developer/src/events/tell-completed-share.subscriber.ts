import { type EventOf, linkCompleted } from '@daymark/contracts'
import { type Commit, On, type Subscriber } from '@daymark/platform'
import { ofCompletedLink } from './event-data.ts'
import { TellWebhooks } from './tell-webhooks.ts'

@On(linkCompleted)
export class TellCompletedShare implements Subscriber<typeof linkCompleted> {
  private readonly webhooks: TellWebhooks
  constructor(webhooks: TellWebhooks) {
    this.webhooks = webhooks
  }

  concerns(event: EventOf<typeof linkCompleted>) {
    return this.webhooks.concern(event)
  }

  async on(event: EventOf<typeof linkCompleted>, commit: Commit) {
    await this.webhooks.of(event, ofCompletedLink(event.data), commit)
  }
}
