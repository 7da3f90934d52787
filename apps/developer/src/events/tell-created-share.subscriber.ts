import { type EventOf, linkCreated } from '@daymark/contracts'
import { type Commit, On, type Subscriber } from '@daymark/platform'
import { ofLink } from './event-data.ts'
import { TellWebhooks } from './tell-webhooks.ts'

@On(linkCreated)
export class TellCreatedShare implements Subscriber<typeof linkCreated> {
  private readonly webhooks: TellWebhooks
  constructor(webhooks: TellWebhooks) {
    this.webhooks = webhooks
  }

  concerns(event: EventOf<typeof linkCreated>) {
    return this.webhooks.concern(event)
  }

  async on(event: EventOf<typeof linkCreated>, commit: Commit) {
    await this.webhooks.of(event, ofLink('share.created', event.data), commit)
  }
}
