import { type EventOf, linkRevoked } from '@daymark/contracts'
import { type Commit, On, type Subscriber } from '@daymark/platform'
import { ofLink } from './event-data.ts'
import { TellWebhooks } from './tell-webhooks.ts'

@On(linkRevoked)
export class TellRevokedShare implements Subscriber<typeof linkRevoked> {
  private readonly webhooks: TellWebhooks
  constructor(webhooks: TellWebhooks) {
    this.webhooks = webhooks
  }

  concerns(event: EventOf<typeof linkRevoked>) {
    return this.webhooks.concern(event)
  }

  async on(event: EventOf<typeof linkRevoked>, commit: Commit) {
    await this.webhooks.of(event, ofLink('share.revoked', event.data), commit)
  }
}
