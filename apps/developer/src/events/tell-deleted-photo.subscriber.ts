import { type EventOf, photoDeleted } from '@daymark/contracts'
import { type Commit, On, type Subscriber } from '@daymark/platform'
import { ofDeletedPhoto } from './event-data.ts'
import { TellWebhooks } from './tell-webhooks.ts'

@On(photoDeleted)
export class TellDeletedPhoto implements Subscriber<typeof photoDeleted> {
  private readonly webhooks: TellWebhooks
  constructor(webhooks: TellWebhooks) {
    this.webhooks = webhooks
  }

  concerns(event: EventOf<typeof photoDeleted>) {
    return this.webhooks.concern(event)
  }

  async on(event: EventOf<typeof photoDeleted>, commit: Commit) {
    await this.webhooks.of(event, ofDeletedPhoto(event.data), commit)
  }
}
