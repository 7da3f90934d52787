import { type EventOf, albumCreated } from '@daymark/contracts'
import { type Commit, On, type Subscriber } from '@daymark/platform'
import { ofAlbum } from './event-data.ts'
import { TellWebhooks } from './tell-webhooks.ts'

@On(albumCreated)
export class TellCreatedAlbum implements Subscriber<typeof albumCreated> {
  private readonly webhooks: TellWebhooks
  constructor(webhooks: TellWebhooks) {
    this.webhooks = webhooks
  }

  concerns(event: EventOf<typeof albumCreated>) {
    return this.webhooks.concern(event)
  }

  async on(event: EventOf<typeof albumCreated>, commit: Commit) {
    await this.webhooks.of(event, ofAlbum('album.created', event.data), commit)
  }
}
