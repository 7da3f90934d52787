import { type EventOf, uploadReceived } from '@daymark/contracts'
import { type Commit, On, type Subscriber } from '@daymark/platform'
import { ofUpload } from './event-data.ts'
import { TellWebhooks } from './tell-webhooks.ts'

@On(uploadReceived)
export class TellReceivedUpload implements Subscriber<typeof uploadReceived> {
  private readonly webhooks: TellWebhooks
  constructor(webhooks: TellWebhooks) {
    this.webhooks = webhooks
  }

  concerns(event: EventOf<typeof uploadReceived>) {
    return this.webhooks.concern(event)
  }

  async on(event: EventOf<typeof uploadReceived>, commit: Commit) {
    await this.webhooks.of(event, ofUpload(event.data), commit)
  }
}
