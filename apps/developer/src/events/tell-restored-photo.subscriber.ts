import { type EventOf, photoRestored } from '@daymark/contracts'
import { type Commit, On, type Subscriber } from '@daymark/platform'
import { ofRestoredPhoto } from './event-data.ts'
import { TellWebhooks } from './tell-webhooks.ts'

/** Its deletion was told, so it is told as new. */
@On(photoRestored)
export class TellRestoredPhoto implements Subscriber<typeof photoRestored> {
  private readonly webhooks: TellWebhooks
  constructor(webhooks: TellWebhooks) {
    this.webhooks = webhooks
  }

  concerns(event: EventOf<typeof photoRestored>) {
    return this.webhooks.concern(event)
  }

  async on(event: EventOf<typeof photoRestored>, commit: Commit) {
    await this.webhooks.of(event, ofRestoredPhoto(event.data), commit)
  }
}
