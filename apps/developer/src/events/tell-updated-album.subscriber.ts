import { type EventOf, albumUpdated } from '@daymark/contracts'
import { type Commit, On, type Subscriber } from '@daymark/platform'
import { ofAlbum } from './event-data.ts'
import { TellWebhooks } from './tell-webhooks.ts'

@On(albumUpdated)
export class TellUpdatedAlbum implements Subscriber<typeof albumUpdated> {
  private readonly webhooks: TellWebhooks
  constructor(webhooks: TellWebhooks) {
    this.webhooks = webhooks
  }

  concerns(event: EventOf<typeof albumUpdated>) {
    return this.webhooks.concern(event)
  }

  async on(event: EventOf<typeof albumUpdated>, commit: Commit) {
    await this.webhooks.of(event, ofAlbum('album.updated', event.data), commit)
  }
}
