import { type EventOf, viewRecorded } from '@daymark/contracts'
import { type Commit, On, type Subscriber } from '@daymark/platform'
import { ofView } from './event-data.ts'
import { TellWebhooks } from './tell-webhooks.ts'

@On(viewRecorded)
export class TellShareView implements Subscriber<typeof viewRecorded> {
  private readonly webhooks: TellWebhooks
  constructor(webhooks: TellWebhooks) {
    this.webhooks = webhooks
  }

  concerns(event: EventOf<typeof viewRecorded>) {
    return this.webhooks.concern(event)
  }

  async on(event: EventOf<typeof viewRecorded>, commit: Commit) {
    await this.webhooks.of(event, ofView(event.data), commit)
  }
}
