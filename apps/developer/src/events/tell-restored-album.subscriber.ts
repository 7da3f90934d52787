import { type EventOf, albumRestored } from '@daymark/contracts'
import { type Commit, On, type Subscriber } from '@daymark/platform'
import { ofAlbum } from './event-data.ts'
import { TellWebhooks } from './tell-webhooks.ts'

/** Its deletion was told, so it is told as new. */
@On(albumRestored)
export class TellRestoredAlbum implements Subscriber<typeof albumRestored> {
  private readonly webhooks: TellWebhooks
  constructor(webhooks: TellWebhooks) {
    this.webhooks = webhooks
  }

  concerns(event: EventOf<typeof albumRestored>) {
    return this.webhooks.concern(event)
  }

  async on(event: EventOf<typeof albumRestored>, commit: Commit) {
    await this.webhooks.of(event, ofAlbum('album.created', event.data), commit)
  }
}
