import { type EventOf, photoUpdated } from '@daymark/contracts'
import { type Commit, On, type Subscriber } from '@daymark/platform'
import { ofPhoto } from './event-data.ts'
import { TellWebhooks } from './tell-webhooks.ts'

@On(photoUpdated)
export class TellPhoto implements Subscriber<typeof photoUpdated> {
  private readonly webhooks: TellWebhooks
  constructor(webhooks: TellWebhooks) {
    this.webhooks = webhooks
  }

  concerns(event: EventOf<typeof photoUpdated>) {
    return this.webhooks.concern(event)
  }

  async on(event: EventOf<typeof photoUpdated>, commit: Commit) {
    await this.webhooks.of(event, ofPhoto(event.data), commit)
  }
}
