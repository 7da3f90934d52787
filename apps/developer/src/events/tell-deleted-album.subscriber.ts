import { type EventOf, albumDeleted } from '@daymark/contracts'
import { type Commit, On, type Subscriber } from '@daymark/platform'
import { ofDeletedAlbum } from './event-data.ts'
import { TellWebhooks } from './tell-webhooks.ts'

@On(albumDeleted)
export class TellDeletedAlbum implements Subscriber<typeof albumDeleted> {
  private readonly webhooks: TellWebhooks
  constructor(webhooks: TellWebhooks) {
    this.webhooks = webhooks
  }

  concerns(event: EventOf<typeof albumDeleted>) {
    return this.webhooks.concern(event)
  }

  async on(event: EventOf<typeof albumDeleted>, commit: Commit) {
    await this.webhooks.of(event, ofDeletedAlbum(event.data), commit)
  }
}
