import { type EventOf, albumArranged } from '@daymark/contracts'
import { type Commit, On, type Subscriber } from '@daymark/platform'
import { ofArrangedAlbum } from './event-data.ts'
import { TellWebhooks } from './tell-webhooks.ts'

@On(albumArranged)
export class TellArrangedAlbum implements Subscriber<typeof albumArranged> {
  private readonly webhooks: TellWebhooks
  constructor(webhooks: TellWebhooks) {
    this.webhooks = webhooks
  }

  concerns(event: EventOf<typeof albumArranged>) {
    return this.webhooks.concern(event)
  }

  async on(event: EventOf<typeof albumArranged>, commit: Commit) {
    await this.webhooks.of(event, ofArrangedAlbum(event.data), commit)
  }
}
