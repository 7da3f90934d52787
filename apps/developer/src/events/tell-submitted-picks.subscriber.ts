import { type EventOf, picksSubmitted } from '@daymark/contracts'
import { type Commit, On, type Subscriber } from '@daymark/platform'
import { ofPicks } from './event-data.ts'
import { TellWebhooks } from './tell-webhooks.ts'

@On(picksSubmitted)
export class TellSubmittedPicks implements Subscriber<typeof picksSubmitted> {
  private readonly webhooks: TellWebhooks
  constructor(webhooks: TellWebhooks) {
    this.webhooks = webhooks
  }

  concerns(event: EventOf<typeof picksSubmitted>) {
    return this.webhooks.concern(event)
  }

  async on(event: EventOf<typeof picksSubmitted>, commit: Commit) {
    await this.webhooks.of(event, ofPicks(event.data), commit)
  }
}
